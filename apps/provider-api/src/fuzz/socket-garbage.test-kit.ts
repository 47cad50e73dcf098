import fc from 'fast-check';
import type { Exchange } from '../test-stack/wire-connection.test-kit';
import type { FuzzWorld } from './fuzz-world.test-kit';

/** Bytes that are no single good request. */
export interface Garbage {
  readonly what: string;
  readonly exchange: (world: FuzzWorld) => Exchange;
  /** The statuses that may come, in order; a connection that ends without an answer is right only when this is empty. */
  readonly statuses: readonly (readonly number[])[];
}

const crlf = (...lines: readonly string[]): string => [...lines, '', ''].join('\r\n');

/** Bytes after which the parser gives up: one answer, and the connection ends. */
const refusedAs = (what: string, statuses: readonly number[], text: string): Garbage => ({
  what,
  statuses: [statuses],
  exchange: () => ({ bytes: Buffer.from(text, 'latin1'), methods: ['POST'], halfClose: true }),
});

const live = 'GET /health/live HTTP/1.1';
const send = (world: FuzzWorld) => `POST /a2a/${world.brandOf('script')}/message:send HTTP/1.1`;
const chunkedHead = crlf('POST /x HTTP/1.1', 'Host: h', 'Transfer-Encoding: chunked');

const fixed: readonly Garbage[] = [
  refusedAs('TLS to a plain port', [400], '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'),
  refusedAs('HTTP/2 preface', [400], 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  refusedAs('no version', [400, 200], 'GET /health/live\r\n\r\n'),
  refusedAs('another version', [400, 505], crlf('GET /health/live HTTP/3.7', 'Host: h')),
  refusedAs('lower-case verb', [400], crlf('get /health/live HTTP/1.1', 'Host: h')),
  refusedAs('unknown verb', [400], crlf('FROBNICATE / HTTP/1.1', 'Host: h')),
  refusedAs('blank in the target', [400], crlf('GET /a b HTTP/1.1', 'Host: h')),
  refusedAs('control in the target', [400], crlf('GET /a\x01b HTTP/1.1', 'Host: h')),
  refusedAs('no Host', [400], crlf(live)),
  refusedAs('blank before the colon', [400], crlf(live, 'Host : h')),
  refusedAs('NUL in a header', [400], crlf(live, 'Host: h', 'X: a\0b')),
  refusedAs('folded header', [400], crlf(live, 'Host: h', 'X: a', ' b')),
  refusedAs('header without colon', [400], crlf(live, 'Host: h', 'nothing')),
  refusedAs('bare line feeds', [400, 200], `${live}\nHost: h\n\n`),
  refusedAs('negative length', [400], crlf('POST /x HTTP/1.1', 'Host: h', 'Content-Length: -1')),
  refusedAs(
    'two lengths',
    [400],
    crlf('POST /x HTTP/1.1', 'Host: h', 'Content-Length: 1', 'Content-Length: 2'),
  ),
  refusedAs(
    'length and chunks',
    [400],
    crlf('POST /x HTTP/1.1', 'Host: h', 'Content-Length: 1', 'Transfer-Encoding: chunked'),
  ),
  refusedAs(
    'length past counting',
    [400],
    crlf('POST /x HTTP/1.1', 'Host: h', `Content-Length: ${'9'.repeat(30)}`),
  ),
  refusedAs('chunk size no number', [400, 404], `${chunkedHead}zz\r\n`),
  refusedAs('chunk size past counting', [400, 404], `${chunkedHead}ffffffffffffffffff\r\n`),
  refusedAs('chunk longer than said', [400, 404], `${chunkedHead}1\r\nab\r\n0\r\n\r\n`),
  refusedAs('chunk extensions without end', [413, 404], `${chunkedHead}1;${'e'.repeat(20_000)}\r\n`),
  refusedAs(
    'unknown coding',
    [400, 404, 501],
    crlf('POST /x HTTP/1.1', 'Host: h', 'Transfer-Encoding: gzip'),
  ),
  refusedAs('one header over 64 KiB', [431], crlf(live, 'Host: h', `X: ${'x'.repeat(70_000)}`)),
  refusedAs(
    'many headers over 64 KiB',
    [431],
    crlf(live, 'Host: h', ...Array.from({ length: 3_000 }, (_, n) => `X-${n}: ${'x'.repeat(20)}`)),
  ),
  refusedAs('target over 64 KiB', [431], crlf(`GET /${'x'.repeat(70_000)} HTTP/1.1`, 'Host: h')),
  refusedAs('headers that end early', [400], `${live}\r\nHost: h\r\nX: `),
  refusedAs('another expectation', [417], crlf(live, 'Host: h', 'Expect: miracles')),
];

/** Requests that say more is to come, from a caller who goes away: an answer, or the end of the connection. */
const cut: readonly Garbage[] = [
  [
    'a body that ends early',
    (world: FuzzWorld) =>
      `${send(world)}\r\nHost: h\r\nAuthorization: Bearer ${world.goodToken('user-a', false)}\r\nContent-Length: 100\r\n\r\n{"mess`,
  ],
  [
    'chunks that end early',
    (world: FuzzWorld) =>
      `${send(world)}\r\nHost: h\r\nAuthorization: Bearer ${world.goodToken('user-a', false)}\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"mes`,
  ],
  [
    "a stranger's body that ends early",
    (world: FuzzWorld) => `${send(world)}\r\nHost: h\r\nContent-Length: 100\r\n\r\n{"mess`,
  ],
].map(([what, text]) => ({
  what: String(what),
  statuses: [[400, 401]],
  exchange: world => ({
    bytes: Buffer.from((text as (world: FuzzWorld) => string)(world), 'latin1'),
    methods: ['POST'],
    halfClose: true,
  }),
}));

/** Good requests in one write, whose answers have to come in their order; the last may be broken. */
const pipelined: fc.Arbitrary<Garbage> = fc
  .tuple(fc.array(fc.constantFrom('GET', 'HEAD'), { minLength: 2, maxLength: 8 }), fc.boolean())
  .map(([methods, broken]) => ({
    what: broken ? 'pipelined, broken at the end' : 'pipelined',
    statuses: [...methods.map(() => [200]), ...(broken ? [[400]] : [])],
    exchange: world => {
      const good = methods.map(method =>
        crlf(
          `${method} /a2a/${world.brandOf('script')}/${method === 'GET' ? 'tasks' : '.well-known/agent-card.json'} HTTP/1.1`,
          'Host: h',
          `Authorization: Bearer ${world.goodToken('user-b', false)}`,
        ),
      );
      const bytes = Buffer.from([...good, ...(broken ? ['\x00\x01\r\n\r\n'] : [])].join(''), 'latin1');
      return { bytes, methods: broken ? [...methods, 'GET'] : methods };
    },
  }));

/** Noise from its first byte on. */
const noise: fc.Arbitrary<Garbage> = fc
  .uint8Array({ minLength: 1, maxLength: 200 })
  .map(bytes => Buffer.from([...bytes, 0, 13, 10, 13, 10]))
  .map(bytes => ({
    what: 'noise',
    statuses: [[400]],
    exchange: () => ({ bytes, methods: ['GET'], halfClose: true }),
  }));

/** What no HTTP library would send. */
export const garbage: fc.Arbitrary<Garbage> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...fixed) },
  { weight: 1, arbitrary: fc.constantFrom(...cut) },
  { weight: 3, arbitrary: pipelined },
  { weight: 2, arbitrary: noise },
);
