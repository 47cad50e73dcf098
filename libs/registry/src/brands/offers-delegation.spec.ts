import { type DelegationTerms, offersDelegation } from './offers-delegation';

const OFFERED: DelegationTerms = {
  delegation: {
    ...{ enabled: true, loginUrl: 'https://brand.example/login', completionUrl: null, assertionIssuer: null },
    ...{ keys: { jwksUri: 'https://brand.example/jwks.json' }, skipConsent: false, liveSession: false },
  },
  scopes: [{ id: 'orders:read', description: 'Look up your orders' }],
};
const without = (change: Partial<NonNullable<DelegationTerms['delegation']>>): DelegationTerms => ({
  ...OFFERED,
  delegation: { ...OFFERED.delegation!, ...change },
});

describe('P31: a Brand delegates only', () => {
  it('when nothing is missing', () => {
    expect(offersDelegation(OFFERED)).toBe(true);
    expect(offersDelegation(without({ keys: { jwks: { keys: [{ kty: 'EC' }] } } }))).toBe(true);
  });

  it.each<[string, DelegationTerms]>([
    ['configuration', { ...OFFERED, delegation: null }],
    ['the switch', without({ enabled: false })],
    ['scopes', { ...OFFERED, scopes: [] }],
    ['a login', without({ loginUrl: null })],
    ['keys', without({ keys: null })],
    ['one key', without({ keys: { jwks: { keys: [] } } })],
  ])('with %s', (_, brand) => expect(offersDelegation(brand)).toBe(false));
});
