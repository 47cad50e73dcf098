import type { VerificationKey } from './jwks';
import type { ExpectedPaJwt, PaJwtCheck } from './pa-jwt.check';
import { PA_JWT_CHECKS } from './pa-jwt.checks';
import { PaJwtReading } from './pa-jwt.reading';

/** One row of an explanation; `not-reached` = it means nothing after an earlier failure, or nothing was given to judge by. */
export interface ExplainedCheck {
  readonly rule: string;
  readonly clause: string;
  readonly outcome: 'pass' | 'fail' | 'not-reached';
  readonly detail: string;
}

/** Rules about the form of a token: after a failure of one of them nothing else in it can be trusted to be read right. */
const FORM_RULES = ['size', 'parts', 'base64url', 'utf-8', 'json', 'names', 'depth', 'characters'];

/**
 * Runs every rule of PACT 3.2 on a token and says of each whether it passes: what a developer whose token gets the bare
 * 401 needs to see. `keys` undefined = no JWKS at hand. Judges all rules that can be judged, not only the first to fail.
 */
export function explainPaJwt(
  token: string,
  keys: readonly VerificationKey[] | undefined,
  expected: Partial<ExpectedPaJwt>,
  nowMs: number,
): readonly ExplainedCheck[] {
  const reading = new PaJwtReading(token);
  const unsound = new Set<string>();
  return PA_JWT_CHECKS.map((check): ExplainedCheck => {
    const blocker = [...FORM_RULES, ...check.needs].find(rule => rule !== check.name && unsound.has(rule));
    const missing = missingInput(check, keys, expected);
    const reason = blocker === undefined ? missing : `rule ${blocker} fails`;
    if (reason !== undefined) {
      unsound.add(check.name);
      return row(check, 'not-reached', reason);
    }
    const detail = judge(check, reading, keys ?? [], expected, nowMs);
    if (detail === undefined) return row(check, 'pass', '');
    unsound.add(check.name);
    return row(check, 'fail', detail);
  });
}

function judge(
  check: PaJwtCheck,
  reading: PaJwtReading,
  keys: readonly VerificationKey[],
  { issuer = '', audience = '' }: Partial<ExpectedPaJwt>,
  nowMs: number,
): string | undefined {
  switch (check.stage) {
    case 'token':
      return check.fault(reading);
    case 'claims':
      return check.fault(reading, { issuer, audience }, nowMs / 1000);
    case 'signature':
      return check.fault(reading, keys);
  }
}

function missingInput(
  check: PaJwtCheck,
  keys: readonly VerificationKey[] | undefined,
  expected: Partial<ExpectedPaJwt>,
): string | undefined {
  if (check.stage === 'signature' && !keys) return 'no key set given';
  if (check.name === 'issuer' && expected.issuer === undefined) return 'no registered issuer given';
  if (check.name === 'audience' && expected.audience === undefined) return 'no assigned audience given';
  return undefined;
}

function row(
  { name, clause }: PaJwtCheck,
  outcome: ExplainedCheck['outcome'],
  detail: string,
): ExplainedCheck {
  return { rule: name, clause, outcome, detail };
}
