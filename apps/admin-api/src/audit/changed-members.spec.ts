import { changedMembers } from './changed-members';

describe('what an audit row keeps of a change', () => {
  it('keeps the members that differ, on both sides', () => {
    expect(changedMembers({ a: 1, b: { c: [1] }, d: null }, { a: 1, b: { c: [2] }, d: 'x' })).toEqual({
      before: { b: { c: [1] }, d: null },
      after: { b: { c: [2] }, d: 'x' },
    });
  });

  it('shows a member that came or went as null on the other side', () => {
    expect(changedMembers({ a: 1 }, { b: 2 })).toEqual({
      before: { a: 1, b: null },
      after: { a: null, b: 2 },
    });
  });

  it('keeps the whole of what was created', () => {
    expect(changedMembers(null, { a: 1 })).toEqual({ before: null, after: { a: 1 } });
  });
});
