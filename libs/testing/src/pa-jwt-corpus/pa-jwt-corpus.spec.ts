import {
  CANDIDATE_RULES,
  PA_JWT_CHECKS,
  type PaJwtCheck,
  parsePaJwt,
  readJwks,
  signatureCheck,
  verifyPaJwt,
} from '@surety/tokens';
import { tooLongIssuer } from './bad-claims';
import { badPaJwts } from './bad-pa-jwts';
import { goodPaJwts } from './good-pa-jwts';
import { PaJwtWriter } from './pa-jwt-draft';
import { makePaJwtWorld } from './pa-jwt-world';

const nowMs = Date.UTC(2026, 10, 30, 12);
const world = makePaJwtWorld({
  issuer: 'https://pa.example.com',
  audience: 'Aud-4f9c0b7e',
  sub: 'user-1',
});
const good = goodPaJwts(world, nowMs);
const bad = badPaJwts(world, nowMs);
const longIssuer = tooLongIssuer(new PaJwtWriter(world, nowMs));

/** The rule that refuses the token, or undefined: as a Provider would that also holds the too long issuer. */
function refusedBy(token: string, checks: readonly PaJwtCheck[] = PA_JWT_CHECKS): string | undefined {
  const parsed = parsePaJwt(token, checks);
  if (!parsed.ok) return parsed.error.rule;
  const keys = readJwks(world.jwks);
  if (!keys.ok) throw new Error(keys.error);
  const issuer = parsed.value.issuer === longIssuer ? longIssuer : world.issuer;
  const verified = verifyPaJwt(parsed.value, keys.value, { issuer, audience: world.audience }, nowMs, checks);
  return verified.ok ? undefined : verified.error.rule;
}

const without = (name: string): PaJwtCheck[] => PA_JWT_CHECKS.filter(check => check.name !== name);

describe('PACT 3.2: the corpus of personal-agent JWTs', () => {
  it.each(good)('[PACT-3.2-alg] [PACT-3.2-iat] [PACT-3.2-exp] [PACT-3.2-skew] accepts: $why', ({ token }) => {
    expect(refusedBy(token)).toBeUndefined();
  });

  it.each(bad)(
    '[PACT-3.2-alg] [PACT-3.2-iss] [PACT-3.2-sub] [PACT-3.2-aud] [PACT-3.2-iat] [PACT-3.2-exp] [PACT-3.2-signature] [PACT-3.2-skew] refuses by rule $rule: $change',
    ({ rule, token }) => {
      expect(refusedBy(token)).toBe(rule);
    },
  );

  it('holds well over 80 bad tokens, all different', () => {
    expect(new Set(bad.map(({ token }) => token)).size).toBe(bad.length);
    expect(bad.length).toBeGreaterThanOrEqual(150);
  });

  it.each(PA_JWT_CHECKS.filter(check => check.stage !== 'signature').map(({ name }) => name))(
    'lets a bad token through when the check %s is switched off',
    name => {
      const through = bad.filter(({ token }) => refusedBy(token, without(name)) === undefined);
      expect(through.map(({ rule }) => rule)).toContain(name);
    },
  );

  it('lets every badly signed token through when the signature is not checked', () => {
    const ofSignature = bad.filter(({ rule }) => rule === 'signature');
    const through = ofSignature.filter(({ token }) => refusedBy(token, without('signature')) === undefined);
    expect(through).toHaveLength(ofSignature.length);
  });

  it.each(CANDIDATE_RULES.map(({ name }) => name))(
    'P25: lets a bad token through when the key rule %s is switched off',
    name => {
      const lax = signatureCheck(CANDIDATE_RULES.filter(rule => rule.name !== name));
      const through = bad.filter(
        ({ token }) => refusedBy(token, [...without('signature'), lax]) === undefined,
      );
      expect(through.length).toBeGreaterThan(0);
    },
  );
});
