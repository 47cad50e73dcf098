import type { TextSource } from './surroundings';

/** All of standard input as UTF-8, without its last line break. */
export async function readAll(source: TextSource): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}
