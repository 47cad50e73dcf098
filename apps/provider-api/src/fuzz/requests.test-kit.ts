import fc from 'fast-check';
import { type Credential, credentialLines, credentials } from './credentials.test-kit';
import type { FuzzWorld } from './fuzz-world.test-kit';
import { type BodyDraft, messageBodies } from './message-bodies.test-kit';
import { type RequestLine, requestLines } from './targets.test-kit';

/** How a body travels. */
type Framing = (body: Buffer) => { readonly lines: readonly string[]; readonly bytes: Buffer };

/** One HTTP request that a parser accepts, before it is written out. */
export interface RequestDraft {
  /** The public route that it was made for. */
  readonly route: string;
  readonly line: RequestLine;
  readonly credential: Credential;
  readonly body: BodyDraft | undefined;
  /** Header lines beside host, credential and framing. */
  readonly lines: readonly string[];
  readonly framing: Framing;
  readonly delegated: boolean;
}

const byLength: Framing = body => ({ lines: [`Content-Length: ${body.length}`], bytes: body });
const framings: readonly Framing[] = [
  body => ({ lines: ['transfer-encoding: Chunked'], bytes: chunked(body, [1, 7, 4_096]) }),
  body => ({
    lines: ['Transfer-Encoding: chunked', 'Trailer: X'],
    bytes: chunked(body, [100_000], 'X: y\r\n'),
  }),
  body => ({ lines: ['Expect: 100-continue', `Content-Length: ${body.length}`], bytes: body }),
];
/** Header lines that decide nothing (P3, PACT wire 1). */
const idleLines: readonly string[] = [
  'Content-Type: application/json',
  'Content-Type: text/plain; charset=utf-16',
  'Content-Type: ;;;',
  'Content-Type: multipart/form-data',
  'Content-Type: application/json\r\nContent-Type: text/html',
  'Content-Encoding: gzip',
  'A2A-Version: 9.9',
  'Accept: text/html;q=0',
  'X-Forwarded-For: 1.2.3.4, ::1',
  'X-Forwarded-Host: evil.example',
  'X-HTTP-Method-Override: DELETE',
  'Request-Id: mine',
  'Upgrade: websocket\r\nConnection: upgrade',
  'Connection: keep-alive, x',
  `X-Long: ${'l'.repeat(30_000)}`,
  'X-Obs: \u00ff\u0080',
  'Range: bytes=0-1',
  'If-None-Match: *',
  'If-None-Match: "x", W/"y"',
  'Cookie: a=b; __proto__=c',
  'TE: trailers',
  'Forwarded: for=_x;host=evil',
];

/** A body cut into chunks of these sizes in turn, with an extension on the first. */
function chunked(body: Buffer, sizes: readonly number[], trailer = ''): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0, n = 0; at < body.length; n += 1) {
    const part = body.subarray(at, at + (sizes[n % sizes.length] ?? 1));
    const extension = n === 0 ? ';name="value"' : '';
    parts.push(Buffer.from(`${part.length.toString(16)}${extension}\r\n`), part, Buffer.from('\r\n'));
    at += part.length;
  }
  return Buffer.concat([...parts, Buffer.from(`0\r\n${trailer}\r\n`)]);
}

/** Requests to one public route. */
export function requests(
  world: FuzzWorld,
  route: string,
  verbs: readonly string[],
): fc.Arbitrary<RequestDraft> {
  const bodies: fc.Arbitrary<BodyDraft | undefined> =
    route === 'sendMessage' ? messageBodies(world) : noBodyMostly;
  return fc
    .record({
      body: bodies,
      line: requestLines(world, route, verbs),
      credential: credentials(world),
      lines: fc.subarray([...idleLines], { maxLength: 2 }),
      framing: fc.oneof(
        { weight: 6, arbitrary: fc.constant(byLength) },
        { weight: 2, arbitrary: fc.constantFrom(...framings) },
      ),
      delegated: fc.integer({ min: 0, max: 39 }).map(n => n === 0),
    })
    .map(({ line, credential, ...made }) => ({
      ...made,
      route,
      line: line(made.body?.brand),
      credential: inTheNameOf(credential, made.body),
    }));
}

/** Routes that read no body get one now and then, also with GET and HEAD. */
const noBodyMostly: fc.Arbitrary<BodyDraft | undefined> = fc.oneof(
  { weight: 5, arbitrary: fc.constant(undefined) },
  {
    weight: 1,
    arbitrary: fc.uint8Array({ maxLength: 300 }).map(bytes => ({
      what: 'a body that nobody reads',
      bytes: Buffer.from(bytes),
      fate: { kind: 'any' } as const,
    })),
  },
);

function inTheNameOf(credential: Credential, body: BodyDraft | undefined): Credential {
  return credential.kind === 'good' && body?.sub !== undefined
    ? { ...credential, sub: body.sub }
    : credential;
}

/** The bytes of a request, with a token made now. */
export function writeRequest(draft: RequestDraft, world: FuzzWorld): Buffer {
  const { line, body, lines, credential, delegated } = draft;
  const framed = body ? draft.framing(body.bytes) : { lines: [], bytes: Buffer.alloc(0) };
  const head = [
    `${line.method} ${line.target} HTTP/1.1`,
    'Host: provider.test',
    ...credentialLines(credential, world),
    ...(body?.headers ?? []).map(([name, value]) => `${name}: ${value}`),
    ...(delegated ? ['X-A2A-User-Delegation: Bearer x.y.z'] : []),
    ...lines,
    ...framed.lines,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), framed.bytes]);
}
