import { brokenExchange, readToolAnswer, scopesAskedFor } from './tool-answer';

const answer = (status: number, body: string | Buffer = '', type?: string) => ({
  status,
  headers: type === undefined ? {} : { 'content-type': type },
  body: Buffer.from(body),
});
const JSON_TYPE = 'application/json';

describe('answer of a tool (PACT wire 5.4)', () => {
  it.each<[string, ReturnType<typeof answer>, unknown]>([
    ['JSON', answer(200, '{"a":[1]}', JSON_TYPE), { a: [1] }],
    ['JSON of null', answer(200, 'null', JSON_TYPE), null],
    ['JSON with NUL', answer(200, '"a\\u0000b"', JSON_TYPE), 'a\0b'],
    ['JSON of another kind', answer(201, '1', 'application/hal+json; charset=utf-8'), 1],
    ['text', answer(200, 'Done.', 'text/plain'), 'Done.'],
    ['text that looks like JSON', answer(200, '{"a":1}', 'text/plain'), '{"a":1}'],
    ['text without a type', answer(200, 'é'), 'é'],
    ['204', answer(204), null],
    ['nothing', answer(200, '', JSON_TYPE), null],
  ])('is a value: %s', (_case, received, result) => {
    expect(readToolAnswer(received)).toEqual({ ok: true, status: received.status, result });
  });

  it.each<[string, ReturnType<typeof answer>]>([
    ['broken JSON', answer(200, '{"a":', JSON_TYPE)],
    ['JSON that is no UTF-8', answer(200, Buffer.from('"é"', 'latin1'), JSON_TYPE)],
    ['JSON nested without end', answer(200, '['.repeat(50_000) + ']'.repeat(50_000), JSON_TYPE)],
    ['bytes', answer(200, Buffer.from([0xff, 0xd8, 0xff]), 'image/jpeg')],
    ['304', answer(304)],
    ['500', answer(500, 'secret stack trace', 'text/plain')],
    ['503', answer(503)],
    ['600', answer(600)],
  ])('is unavailable, with its status and not a word of it: %s', (_case, received) => {
    expect(readToolAnswer(received)).toEqual({
      ok: false,
      status: received.status,
      error: { code: 'unavailable', message: expect.any(String) as string },
    });
    expect(JSON.stringify(readToolAnswer(received))).not.toContain('secret');
  });

  it.each<[string, ReturnType<typeof answer>, unknown]>([
    ['JSON', answer(409, '{"why":"sent"}', JSON_TYPE), { why: 'sent' }],
    ['text', answer(404, 'No such order', 'text/plain'), 'No such order'],
    ['too much JSON', answer(400, JSON.stringify('a'.repeat(5_000)), JSON_TYPE), `"${'a'.repeat(4_095)}`],
    [
      'a character cut in two',
      answer(400, 'é'.repeat(3_000).slice(1).padStart(3_000, 'a')),
      `a${'é'.repeat(2_047)}`,
    ],
    ['broken JSON', answer(422, '{', JSON_TYPE), '{'],
  ])('is rejected, with at most 4 KiB of what it says: %s', (_case, received, body) => {
    expect(readToolAnswer(received)).toEqual({
      ok: false,
      status: received.status,
      error: { code: 'rejected', message: expect.any(String) as string, body },
    });
  });

  it('is rejected without a body', () => {
    expect(readToolAnswer(answer(403))).toMatchObject({
      ok: false,
      status: 403,
      error: { code: 'rejected' },
    });
  });

  it.each([
    ['timeout', 'timeout'],
    ['too_large', 'too_large'],
    ['connect', 'unavailable'],
    ['private_address', 'unavailable'],
    ['redirect', 'unavailable'],
    ['protocol', 'unavailable'],
  ] as const)('after %s there is none: %s', (fault, code) => {
    expect(brokenExchange(fault)).toMatchObject({ ok: false, error: { code } });
  });

  it.each<[ReturnType<typeof answer>, readonly string[]]>([
    [answer(403, '{"error":"insufficient_scope","scope":"a b:c  d"}', JSON_TYPE), ['a', 'b:c', 'd']],
    [answer(401, '{"error":"insufficient_scope","scope":"a"}'), []],
    [answer(403, '{"error":"access_denied","scope":"a"}'), []],
    [answer(403, '{"error":"insufficient_scope"}'), []],
    [answer(403, '{"error":"insufficient_scope","scope":["a"]}'), []],
    [answer(403, 'null'), []],
    [answer(403, 'insufficient_scope'), []],
  ])('asks for scopes only with a 403 that names them (%j)', (received, scopes) => {
    expect(scopesAskedFor(received)).toEqual(scopes);
  });
});
