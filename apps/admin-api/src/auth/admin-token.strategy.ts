import type { IncomingHttpHeaders } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { type Clock, LIMITS } from '@surety/kernel';
import { ADMIN_TOKEN_TYP, unverifiedHeader } from '@surety/tokens';
import { Strategy } from 'passport-jwt';
import { isAdminHeader, readAdminClaims } from './admin-claims';
import type { Principal } from './principal';

/** What the strategy needs to know; `key` is the public half of the deployment's admin key in PEM. */
export interface AdminTokenRules {
  readonly key: string;
  readonly audience: string;
  readonly clock: Clock;
}

/** Injection token of {@link AdminTokenRules}. */
export const ADMIN_TOKEN_RULES = Symbol('admin token rules');

/** Verifies the admin bearer token: ES256, typ, audience, times, role (PACT wire §6). */
@Injectable()
export class AdminTokenStrategy extends PassportStrategy(Strategy, 'admin-jwt') {
  constructor(@Inject(ADMIN_TOKEN_RULES) private readonly rules: AdminTokenRules) {
    super({
      jwtFromRequest: bearerToken,
      algorithms: ['ES256'],
      audience: rules.audience,
      secretOrKeyProvider: (_request: unknown, token: unknown, done: KeyCallback) => {
        if (isAdminToken(token)) done(null, rules.key);
        else done(new Error('no admin token by its header'));
      },
    });
  }

  /** The claims as the caller; false = refused. */
  validate(claims: Record<string, unknown>): Principal | false {
    return readAdminClaims(claims, this.rules.audience, this.rules.clock.nowMs()) ?? false;
  }
}

type KeyCallback = (error: Error | null, key?: string) => void;

/** The one token of `Authorization: Bearer <token>` (RFC 6750 2.1), the scheme in any case. */
function bearerToken({ headers }: { headers: IncomingHttpHeaders }): string | null {
  return /^Bearer +([^ ]+)$/i.exec(headers.authorization ?? '')?.[1] ?? null;
}

/** Judges size and header before any cryptography. */
function isAdminToken(token: unknown): boolean {
  if (typeof token !== 'string' || token.length > LIMITS.tokenBytes) return false;
  const header = unverifiedHeader(token);
  return header !== undefined && isAdminHeader(header, ADMIN_TOKEN_TYP);
}
