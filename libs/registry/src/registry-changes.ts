import type { NotificationListener } from '@surety/platform';

/** Where triggers of the registry announce what has changed (P37). */
export const REGISTRY_CHANNEL = 'surety_registry';

/** What is announced, each by the id of its row; a signing key by its kid. */
export type RegistryKind = 'personal-agent' | 'brand' | 'grant' | 'signing-key';

/** What a process that remembers rows does about changes. */
export interface RegistryChanges {
  /** A row of this kind has changed, was made, or is gone. */
  readonly changed: Partial<Record<RegistryKind, (id: string) => void>>;
  /** Announcements may have been missed: nothing that is remembered counts any more. */
  readonly missed: () => void;
}

/** Hears what the registry announces. In: the listener of the process, before or after it has started. */
export function onRegistryChange(
  listener: Pick<NotificationListener, 'on' | 'onRegained'>,
  { changed, missed }: RegistryChanges,
): void {
  listener.on(REGISTRY_CHANNEL, payload => {
    const { kind, id } = JSON.parse(payload) as { kind: RegistryKind; id: string };
    changed[kind]?.(id);
  });
  listener.onRegained(missed);
}
