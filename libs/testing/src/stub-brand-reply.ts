import type { ServerResponse } from 'node:http';

/** How a stub Brand answers one delivery. */
export type StubReply =
  /** JSON of `body`, 200 unless said. */
  | { readonly kind: 'json'; readonly body: unknown; readonly status?: number }
  /** Exactly these bytes, with exactly these headers. */
  | {
      readonly kind: 'raw';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: Buffer | string;
    }
  /** Never answers. */
  | { readonly kind: 'hang' }
  /** The same after a while. */
  | { readonly kind: 'late'; readonly afterMs: number; readonly reply: StubReply }
  /** JSON of `body`, one byte every `everyMs`. */
  | { readonly kind: 'drip'; readonly body: unknown; readonly everyMs: number }
  /** Breaks the connection: before a byte of the answer, or in the middle of it. */
  | { readonly kind: 'reset'; readonly when: 'at_once' | 'mid_answer' };

const JSON_HEADERS = { 'Content-Type': 'application/json' };

/** The plain answer of an agent. */
export const says = (text: string, close?: boolean): StubReply => ({
  kind: 'json',
  body: close === undefined ? { text } : { text, close },
});

/** Plays one reply out. */
export function playReply(reply: StubReply, response: ServerResponse): void {
  switch (reply.kind) {
    case 'json':
      response.writeHead(reply.status ?? 200, JSON_HEADERS).end(JSON.stringify(reply.body));
      return;
    case 'raw':
      response.writeHead(reply.status, reply.headers).end(reply.body);
      return;
    case 'hang':
      return;
    case 'late': {
      const timer = setTimeout(() => playReply(reply.reply, response), reply.afterMs);
      response.once('close', () => clearTimeout(timer));
      return;
    }
    case 'drip':
      drip(Buffer.from(JSON.stringify(reply.body)), reply.everyMs, response);
      return;
    case 'reset':
      reset(reply.when, response);
      return;
  }
}

function drip(bytes: Buffer, everyMs: number, response: ServerResponse): void {
  response.writeHead(200, { ...JSON_HEADERS, 'Content-Length': bytes.length });
  let sent = 0;
  const timer = setInterval(() => {
    response.write(bytes.subarray(sent, sent + 1));
    sent += 1;
    if (sent === bytes.length) {
      clearInterval(timer);
      response.end();
    }
  }, everyMs);
  response.once('close', () => clearInterval(timer));
}

function reset(when: 'at_once' | 'mid_answer', response: ServerResponse): void {
  if (when === 'at_once') {
    response.socket?.resetAndDestroy();
    return;
  }
  response.writeHead(200, { ...JSON_HEADERS, 'Content-Length': 1_000 });
  response.write('{"text":"half an ans', () => response.socket?.resetAndDestroy());
}
