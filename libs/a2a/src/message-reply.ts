/** What `message:send` answers for an ordinary turn, in wire order: `message` alone at the top, one text part (PACT 4, P7). */
export interface MessageReply {
  readonly message: {
    readonly messageId: string;
    readonly contextId: string;
    readonly role: 'ROLE_AGENT';
    readonly parts: readonly [{ readonly text: string }];
  };
}

/** The answer body of a stored reply (PACT 4.2, P7). */
export const messageReply = (reply: {
  readonly messageId: string;
  readonly contextId: string;
  readonly text: string;
}): MessageReply => ({
  message: {
    messageId: reply.messageId,
    contextId: reply.contextId,
    role: 'ROLE_AGENT',
    parts: [{ text: reply.text }],
  },
});
