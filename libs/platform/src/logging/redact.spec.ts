import { createLogger } from './create-logger';
import { redact, redactText } from './redact';

const JWS = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ1In0.c2lnbmF0dXJl';

describe('redact', () => {
  it('hides secret members at any depth, however they are spelled', () => {
    const hidden = redact({
      req: {
        headers: { authorization: 'x', Cookie: 'x', 'X-A2A-User-Delegation': 'x', 'set-cookie': ['x'] },
      },
      agent: [{ api_key: 'x', apiKey: 'x', password: 'x', privateJwk: { d: 'x' } }],
      Token: 'x',
      text: 'where is my order',
    });
    expect(JSON.stringify(hidden)).not.toMatch(/"x"|order/);
  });

  it('hides secrets inside longer texts', () => {
    expect(redactText(`token ${JWS} refused`)).toBe('token [jws] refused');
    expect(redactText('Authorization: Bearer abcdefgh12')).toBe('Authorization: Bearer [redacted]');
    expect(redactText('postgres://surety:hunter2@db:5432/x')).toBe('postgres://surety:[redacted]@db:5432/x');
    expect(redactText(`dc_${'a'.repeat(43)}`)).toBe('dc_[redacted]');
    expect(redactText('bearer token missing')).toBe('bearer token missing');
    expect(redactText(`kid.x-${JWS}, then`)).toBe('kid.x-[jws], then');
    expect(redactText('see foo.postgres://u:p4ss@db and eyJabcdef.x only')).toBe(
      'see foo.postgres://u:[redacted]@db and eyJabcdef.x only',
    );
  });

  it.each(['eyJ-', 'eyJaaaaa-', 'eyJ.', 'a.', 'a-', 'sk-a', 'a://', 'bearer ', 'dc_'])(
    'takes linear time for 64 KiB of %j',
    unit => {
      const started = performance.now();
      redactText(unit.repeat(Math.floor(65_536 / unit.length)));
      expect(performance.now() - started).toBeLessThan(500);
    },
  );

  it('shows errors with cause and own members, without statement parameters', () => {
    const error = Object.assign(new Error(`bad ${JWS}`, { cause: new TypeError('inner') }), {
      code: '23505',
      parameters: ['user text'],
    });
    const shown = redact({ err: error }) as { err: Record<string, unknown> };
    expect(shown.err).toMatchObject({
      type: 'Error',
      message: 'bad [jws]',
      code: '23505',
      cause: { message: 'inner' },
    });
    expect(JSON.stringify(shown)).not.toContain('user text');
  });

  it('ends on circles, long lists and what JSON cannot hold', () => {
    const circle: Record<string, unknown> = { big: 1n, bytes: Buffer.from('x'), at: new Date(0) };
    circle['self'] = circle;
    circle['list'] = Array.from({ length: 1000 }, (_, index) => index);
    const shown = JSON.parse(JSON.stringify(redact(circle)));
    expect(shown).toMatchObject({ big: '1', bytes: '[bytes]', at: '1970-01-01T00:00:00.000Z' });
    expect(shown.list).toHaveLength(100);
  });
});

describe('createLogger', () => {
  const linesOf = (level: string, log: (logger: ReturnType<typeof createLogger>) => void) => {
    const lines: string[] = [];
    log(createLogger('test-app', level, { write: line => void lines.push(line) }));
    return lines.map(line => JSON.parse(line));
  };

  it('writes one redacted object a line', () => {
    const [line] = linesOf('info', logger =>
      logger.error({ err: new Error('boom'), authorization: 'x', requestId: 'r' }, `failed with ${JWS}`),
    );
    expect(line).toMatchObject({
      level: 'error',
      app: 'test-app',
      requestId: 'r',
      authorization: '[redacted]',
    });
    expect(line.msg).toBe('failed with [jws]');
    expect(line.err.message).toBe('boom');
  });

  it('leaves out what is below its level', () => {
    expect(linesOf('warn', logger => logger.info('x'))).toEqual([]);
  });
});
