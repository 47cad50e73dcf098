import {
  type DeviceStep,
  OAUTH_ERRORS,
  OAuthError,
  type OAuthErrorCode,
  inCardOrder,
  pollDevice,
} from '@surety/device-grant';
import { invariant } from '@surety/kernel';
import { DeviceCodes } from '@surety/registry';
import { Injectable } from '@nestjs/common';
import type { ClientCall } from '../admission/client-call';
import { DelegationTokens } from './delegation-tokens.service';
import { freshOpaqueToken } from './opaque-tokens';

/** Polls of one code that get in each other's way are judged again, at most so often. */
const ROUNDS_MAX = 8;

/** The grant type `urn:ietf:params:oauth:grant-type:device_code` (RFC 8628 3.4, P17). */
@Injectable()
export class DeviceCodeGrant {
  constructor(
    private readonly codes: DeviceCodes,
    private readonly tokens: DelegationTokens,
  ) {}

  /** In: the hash of the device code, undefined for one that nobody can have. Out: the token answer. Throws OAuthError. */
  async exchange(call: ClientCall, hash: string | undefined): Promise<string> {
    if (hash === undefined) throw new OAuthError('invalid_grant', 'no device code has this form');
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const found = await this.codes.find(hash, call.brand.card);
      const { answer, pace } = pollDevice(found, call.caller, found?.nowMs ?? 0);
      if (answer === 'redeem') {
        const issued = await this.redeem(call, hash);
        if (issued !== undefined) return issued;
      } else if (!found || !pace || (await this.codes.keepPace(hash, found.pace, pace))) {
        throw new OAuthError(errorCodeOf(answer), `device code: ${found ? found.state : 'unknown'}`);
      }
    }
    throw new OAuthError('slow_down', 'many polls of one device code at once');
  }

  private async redeem(call: ClientCall, hash: string): Promise<string | undefined> {
    const key = await this.tokens.signingKey(call);
    const refresh = freshOpaqueToken('refresh-token');
    const grant = await this.codes.redeem(hash, call.caller, call.brand.card, refresh.hash);
    if (!grant) return undefined;
    const scopes = inCardOrder(call.brand.card, grant.scopes);
    return this.tokens.answer(call, { grant, scopes, refreshToken: refresh.text, key });
  }
}

function errorCodeOf(answer: DeviceStep['answer']): OAuthErrorCode {
  invariant(answer in OAUTH_ERRORS, `a poll is never answered ${answer}`);
  return answer as OAuthErrorCode;
}
