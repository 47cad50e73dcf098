import { parseIdempotencyKey } from './idempotency-key';

describe('parseIdempotencyKey', () => {
  it('P11: is optional', () => {
    expect(parseIdempotencyKey(undefined)).toEqual({ ok: true, value: undefined });
    expect(parseIdempotencyKey([])).toEqual({ ok: true, value: undefined });
  });

  it.each(['k', 'x'.repeat(255), 'with blank', '"quoted"', 'a,b'])(
    'P11: takes 1 to 255 characters: %s',
    key => {
      expect(parseIdempotencyKey([key])).toEqual({ ok: true, value: key });
    },
  );

  it.each([[['']], [['  ']], [['x'.repeat(256)]], [['a', 'a']], [['a', '']]])(
    'PACT wire 9: empty, too long or repeated is INVALID_PARAMS: %j',
    values => {
      expect(parseIdempotencyKey(values)).toMatchObject({ ok: false, error: { reason: 'INVALID_PARAMS' } });
    },
  );
});
