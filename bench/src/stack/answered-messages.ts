import { invariant } from '@surety/kernel';
import { Connection } from '../load/connection';
import type { PersonalAgentUsers } from './personal-agent';

/** The context of a reply. Throws when it is none. */
export function contextOf({ status, body }: { readonly status: number; readonly body: Buffer }): string {
  invariant(status === 200, `a message was answered with ${status}: ${body}`);
  const { message } = JSON.parse(body.toString()) as { message?: { contextId?: string } };
  invariant(message?.contextId !== undefined, `a reply without context: ${body}`);
  return message.contextId;
}

/**
 * Has messages answered, one of each User. Out: makes a source of requests that repeat them, with fresh tokens each time it is
 * called.
 */
export async function answeredMessages(
  users: PersonalAgentUsers,
  port: number,
  count: number,
): Promise<() => () => Buffer> {
  const connection = await Connection.open(port);
  const contexts: string[] = [];
  for (let user = 0; user < count; user += 1) {
    contexts.push(contextOf(await connection.ask(users.message(user, { messageId: 'answered' }))));
  }
  connection.close();
  return () => {
    const repeats = contexts.map((contextId, user) =>
      users.message(user, { messageId: 'answered', contextId }),
    );
    let at = -1;
    return () => repeats[(at = (at + 1) % repeats.length)] as Buffer;
  };
}
