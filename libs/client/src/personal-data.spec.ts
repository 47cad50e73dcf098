import { looksLikePersonalData } from './personal-data';

describe('[PACT-3.2-sub-opaque] PACT 3.2: a sub must not contain personal data', () => {
  it.each(['jane@example.com', '@', 'a@b', '1234567', '+491701234567', '123456789012345', '+1234567'])(
    'refuses %j',
    sub => expect(looksLikePersonalData(sub)).toBe(true),
  );

  it.each([
    'demo-user',
    '123456',
    '1234567890123456',
    '+123456',
    'u_12345678',
    '12345678a',
    '01J8Z',
    '++1234567',
  ])('accepts %j', sub => expect(looksLikePersonalData(sub)).toBe(false));
});
