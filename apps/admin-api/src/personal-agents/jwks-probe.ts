import { Inject, Injectable } from '@nestjs/common';
import { type Clock, LIMITS } from '@surety/kernel';
import { type EgressAnswer, EgressClient, EgressError, type EgressErrorCode } from '@surety/platform';
import { candidateKeys, readJwks, type VerificationKey } from '@surety/tokens';
import type { Warning } from '../answers/warning';
import { CLOCK } from '../clock.token';
import { forbiddenText } from '../input/json-body';
import { invalidRequest } from '../problem/problem';

/** What one look at a key set showed. */
export interface JwksFinding {
  readonly fetchedAtMs: number | null;
  readonly kids: readonly string[];
  /** In short, what was wrong; null when the set can verify tokens. */
  readonly error: string | null;
  readonly warnings: readonly Warning[];
}

/** Warnings for a fetch that got no answer; codes are part of the API. */
const UNREACHED: Readonly<
  Record<Exclude<EgressErrorCode, 'bad_url' | 'not_https' | 'private_address'>, Warning>
> = {
  unresolved: { code: 'unresolved', message: 'The name of the JWKS host does not resolve yet.' },
  connect: { code: 'jwks_unreachable', message: 'No connection to the JWKS host could be made.' },
  tls: { code: 'jwks_tls', message: 'The JWKS host has no certificate that we trust.' },
  timeout: { code: 'jwks_timeout', message: 'The JWKS host did not answer within 5 seconds.' },
  too_large: { code: 'jwks_too_large', message: 'The key set has more than 512 KiB.' },
  redirect: { code: 'jwks_redirect', message: 'The JWKS address redirects; redirects are not followed.' },
  protocol: { code: 'jwks_unreachable', message: 'The JWKS host gave no HTTP answer.' },
  aborted: { code: 'jwks_unreachable', message: 'The JWKS could not be fetched.' },
};

/** Looks at the key set of a personal agent or of a Brand's login, by the rules that hold at connect time too (P25). */
@Injectable()
export class JwksProbe {
  constructor(
    private readonly egress: EgressClient,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Checks the address, then fetches the set once. Out: what was found, with a warning for everything that would make
   * tokens fail. Throws a 400 Problem at `jwksUri` for an address that will never be called (PACT wire §6).
   */
  async look(jwksUri: string): Promise<JwksFinding> {
    const checked = await this.egress.check(jwksUri);
    if (!checked.ok && checked.error.kind === 'refusal') {
      throw invalidRequest([{ path: 'jwksUri', code: checked.error.code, message: checked.error.message }]);
    }
    if (!checked.ok) return notFetched(UNREACHED.unresolved);
    return this.fetch(jwksUri);
  }

  /** Fetches the set of an address that is stored already, once. Out: what was found; an address refused by now is told so. */
  async fetch(jwksUri: string): Promise<JwksFinding> {
    try {
      const answer = await this.egress.fetch(jwksUri, {
        headers: { accept: 'application/jwk-set+json, application/json' },
        timeoutMs: LIMITS.jwksFetchMs,
        maxBytes: LIMITS.jwksBytes,
      });
      return this.judge(answer);
    } catch (error) {
      if (!(error instanceof EgressError)) throw error;
      return notFetched(warningOf(error));
    }
  }

  private judge({ status, body }: EgressAnswer): JwksFinding {
    if (status !== 200) {
      return notFetched({ code: 'jwks_status', message: `The JWKS address answered ${status}, not 200.` });
    }
    const keys = readJwks(body.toString('utf8'));
    if (!keys.ok) {
      return notFetched({ code: 'jwks_invalid', message: `The answer is no key set: ${keys.error}.` });
    }
    const usable = [
      ...candidateKeys(keys.value, { alg: 'ES256' }),
      ...candidateKeys(keys.value, { alg: 'RS256' }),
    ];
    const warnings = usable.length > 0 ? [] : [NO_USABLE_KEY];
    const kids = keys.value.slice(0, SHOWN_KEYS_MAX).flatMap(kidOf);
    return { fetchedAtMs: this.clock.nowMs(), kids, error: warnings[0]?.message ?? null, warnings };
  }
}

const SHOWN_KEYS_MAX = 100;

const NO_USABLE_KEY: Warning = {
  code: 'jwks_no_usable_key',
  message: 'No key of the set can verify ES256 (P-256) or RS256 (2048 bits or more) signatures.',
};

/** Key ids as operators see them; one that no column holds, or that is no id any more, is left out. */
function kidOf({ kid }: VerificationKey): string[] {
  return kid === undefined || Buffer.byteLength(kid) > LIMITS.kidBytes || forbiddenText(kid, '') ? [] : [kid];
}

function notFetched(warning: Warning): JwksFinding {
  return { fetchedAtMs: null, kids: [], error: warning.message, warnings: [warning] };
}

/** An address refused between check and connect (DNS that changed) is told like one that cannot be reached. */
function warningOf({ code }: EgressError): Warning {
  if (code === 'bad_url' || code === 'not_https' || code === 'private_address') {
    return { code, message: 'The JWKS address leads to a place that is never called.' };
  }
  return UNREACHED[code];
}
