import fc from 'fast-check';
import type { FuzzWorld } from './fuzz-world.test-kit';

/** Who asks. Tokens are made when the request is sent, since they last two minutes. */
export type Credential =
  | { readonly kind: 'good'; readonly sub: string; readonly fresh: boolean }
  /** Of a personal agent that may ask once a second. */
  | { readonly kind: 'limited' }
  | { readonly kind: 'bad'; readonly pick: number }
  /** A good token, carried wrongly. */
  | { readonly kind: 'misplaced'; readonly how: (typeof MISPLACED)[number] }
  | { readonly kind: 'none' };

const MISPLACED = [
  (token: string) => [`Authorization: Basic ${token}`],
  (token: string) => [`Authorization: Bearer ${token} ${token}`],
  (token: string) => [`Authorization: Bearer ${token}`, `Authorization: Bearer ${token}`],
  (token: string) => [`Authorization: Bearer`, `Authorization: Bearer ${token}`],
  (token: string) => [`Authorization: ${token}`],
  (token: string) => [`Authorization: Bearer\t${token}`],
  (token: string) => [`Authorization: Bearer ${token},`],
  (token: string) => [`Authorization: Bearer ${token.slice(0, -3)}`],
  (token: string) => [`Proxy-Authorization: Bearer ${token}`, `Cookie: token=${token}`],
  () => ['Authorization: '],
  () => [`Authorization: Bearer ${'a'.repeat(20_000)}`],
] as const;

const SCHEMES = ['Bearer', 'bearer', 'BEARER'] as const;

/** Six of seven get past authentication. */
export function credentials({ subs }: FuzzWorld): fc.Arbitrary<Credential> {
  const good = fc.record({
    kind: fc.constant('good' as const),
    sub: fc.constantFrom(...subs),
    fresh: fc.boolean(),
  });
  return fc.oneof(
    { weight: 60, arbitrary: good },
    { weight: 4, arbitrary: fc.nat().map(pick => ({ kind: 'bad' as const, pick })) },
    { weight: 3, arbitrary: fc.constantFrom(...MISPLACED).map(how => ({ kind: 'misplaced' as const, how })) },
    { weight: 1, arbitrary: fc.constant({ kind: 'limited' as const }) },
    { weight: 2, arbitrary: fc.constant({ kind: 'none' as const }) },
  );
}

/** The header lines of a credential, made now. */
export function credentialLines(credential: Credential, world: FuzzWorld): readonly string[] {
  switch (credential.kind) {
    case 'good': {
      const scheme = SCHEMES[credential.sub.length % SCHEMES.length];
      return [`Authorization: ${scheme} ${world.goodToken(credential.sub, credential.fresh)}`];
    }
    case 'limited':
      return [`Authorization: Bearer ${world.limitedToken()}`];
    case 'bad':
      return [`Authorization: Bearer ${world.badToken(credential.pick)}`];
    case 'misplaced':
      return credential.how(world.goodToken('user-a', false));
    case 'none':
      return [];
  }
}
