import { RememberedTokens } from './remembered-tokens';

const nowMs = 1_000_000;
const proven = { issuer: 'https://pa.example', sub: 's' };

describe('P37: a verified token', () => {
  it.each([
    ['30 s when exp is later', 120_000, 30_000],
    ['until exp when that is sooner', 10_000, 10_000],
  ])('is remembered for %s', (_, expInMs, forMs) => {
    const tokens = new RememberedTokens<typeof proven>();
    tokens.remember('d', proven, nowMs + expInMs, nowMs);
    expect(tokens.recall('d', nowMs + forMs - 1)).toBe(proven);
    expect(tokens.recall('d', nowMs + forMs)).toBeUndefined();
    expect(tokens.recall('d', nowMs)).toBeUndefined();
  });

  it('is not remembered past its exp, though skew still admits it', () => {
    const tokens = new RememberedTokens<typeof proven>();
    tokens.remember('d', proven, nowMs, nowMs);
    expect(tokens.recall('d', nowMs)).toBeUndefined();
  });

  it('is found by its digest alone', () => {
    const tokens = new RememberedTokens<typeof proven>();
    expect(tokens.digestOf('a.b.c')).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(tokens.digestOf('a.b.c')).not.toBe(tokens.digestOf('a.b.d'));
    expect(tokens.recall(tokens.digestOf('a.b.c'), nowMs)).toBeUndefined();
  });

  it('is one of a bounded number', () => {
    const tokens = new RememberedTokens<typeof proven>();
    for (let i = 0; i < 20_001; i += 1) tokens.remember(`d${i}`, proven, nowMs + 1, nowMs);
    expect(tokens.recall('d0', nowMs)).toBeUndefined();
    expect(tokens.recall('d20000', nowMs)).toBeDefined();
  });
});
