/** Called with the payload of one notification. */
export type NotificationHandler = (payload: string) => void;
