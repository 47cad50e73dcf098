import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { PostgresFigures, PostgresWork } from './postgres.limit';

/** A limit runs in a process of its own, as what it is compared with does. In: its file's name without suffix. */
function limitProcess(name: string, words: readonly string[] = []): ChildProcess {
  return spawn(process.execPath, [path.join(__dirname, `${name}.js`), ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function* textOf(child: ChildProcess): AsyncGenerator<string> {
  for await (const chunk of child.stdout?.setEncoding('utf8') ?? []) yield String(chunk);
}

/** Measures one kind of work on a server. In: `url` of a database that may be written to. */
export async function postgresLimit(
  url: string,
  work: PostgresWork,
  { seconds, connections }: { readonly seconds: number; readonly connections: number },
): Promise<PostgresFigures> {
  const child = limitProcess('postgres.limit', [url, work, String(seconds), String(connections)]);
  let text = '';
  for await (const chunk of textOf(child)) text += chunk;
  return JSON.parse(text) as PostgresFigures;
}

/** A running server that does the least. */
export interface LimitServer {
  readonly port: number;
  readonly token: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Nest on Fastify with one route behind a token whose verification is remembered. */
export async function cachedTokenServer(): Promise<LimitServer> {
  const child = limitProcess('cached-token.limit');
  const exited = once(child, 'exit');
  const { value } = await textOf(child).next();
  const { port, token } = JSON.parse(String(value)) as { port: number; token: string };
  const stop = async () => {
    child.kill();
    await exited;
  };
  return { port, token, pid: child.pid ?? 0, stop };
}
