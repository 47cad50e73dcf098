import { accountOf } from './signed-in-user';

describe('accountOf (PACT wire 3: signed in as)', () => {
  it.each([
    [{ email: 'ada@brand.example', name: 'Ada' }, 'ada@brand.example'],
    [{ name: 'Ada' }, 'Ada'],
    [{}, 'jane-4471'],
    [{ email: ' \t', name: 'Ada' }, 'Ada'],
    [{ email: '\u200b\u2060\ufeff', name: '\u00a0\u3164' }, 'jane-4471'],
    [{ email: '\u202e\u2069' }, 'jane-4471'],
    [{ email: '\u202eada' }, '\u202eada'],
    [{ email: '\u5c71\u7530' }, '\u5c71\u7530'],
  ])('names %j as %j', (user, account) => expect(accountOf({ sub: 'jane-4471', ...user })).toBe(account));
});
