import { readTaskId } from './task-id';

describe('readTaskId', () => {
  it.each(['t', 'a/b', '..', 'é'.repeat(128), 'x'.repeat(256)])('takes an id of at most 256 bytes', id => {
    expect(readTaskId(id)).toEqual({ ok: true, value: id });
  });

  it.each([['x'.repeat(257)], ['é'.repeat(129)], ['\0'], ['a\0b'], ['\ud800']])(
    'PACT wire 1: more than 256 bytes, NUL or a lone surrogate is INVALID_PARAMS (%j)',
    id => {
      expect(readTaskId(id)).toMatchObject({ ok: false, error: { reason: 'INVALID_PARAMS' } });
    },
  );
});
