import { ULID_PATTERN } from '@surety/kernel';
import { newRequestId } from './request-id';

describe('newRequestId', () => {
  it('PACT wire: is a ULID, never the same twice, sorted by time', () => {
    const ids = Array.from({ length: 2_000 }, newRequestId);
    expect(ids.filter(id => !ULID_PATTERN.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    const times = ids.map(id => id.slice(0, 10));
    expect([...times].sort()).toEqual(times);
  });

  it('uses the whole alphabet in its random part', () => {
    const characters = new Set(Array.from({ length: 500 }, () => newRequestId().slice(10)).join(''));
    expect(characters.size).toBe(32);
  });
});
