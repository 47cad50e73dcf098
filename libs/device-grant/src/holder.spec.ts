import { isHeldBy } from './holder';

const ALICE = { brandId: 'b1', personalAgentId: 'pa1', sub: 'alice' };

describe('P15: who holds a code or token', () => {
  it('is its own User', () => expect(isHeldBy(ALICE, { ...ALICE })).toBe(true));
  it.each([
    ['the same sub at another personal agent', { personalAgentId: 'pa2' }],
    ['another User of the same personal agent', { sub: 'bob' }],
    ['the same User at another Brand', { brandId: 'b2' }],
    ['a sub of other case', { sub: 'Alice' }],
  ])('is not %s', (_, change) => expect(isHeldBy(ALICE, { ...ALICE, ...change })).toBe(false));
});
