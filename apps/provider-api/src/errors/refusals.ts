import { BareRefusal } from '@surety/identity';

/** A delegation header that does not hold (PACT 5.5); the personal-agent JWT itself was good. */
export class InvalidDelegation extends BareRefusal {
  override readonly name = 'InvalidDelegation';
  readonly status = 401;

  override headers(): Record<string, string> {
    return { 'www-authenticate': 'Bearer realm="a2a", error="invalid_token"' };
  }
}
