import { createInterface } from 'node:readline/promises';
import { usageError } from './cli-error';
import type { Session } from './global-options';
import { terminalText } from './terminal-text';

/** Asks before something that cannot be undone. Throws a usage error unless a person answers yes at a terminal. */
export async function confirm(session: Session, question: string): Promise<void> {
  const { stdin, stderr, signal } = session.surroundings;
  if (!stdin.isTTY || session.output.json) {
    throw usageError(`${terminalText(question)} Nobody can be asked here: give --yes`);
  }
  stderr.write(`${terminalText(question)} [y/N] `);
  const lines = createInterface({ input: stdin });
  const answer = await lines.question('', { signal });
  lines.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw usageError('Not confirmed; nothing was changed');
}
