import type { KeyObject } from 'node:crypto';
import { signRequest } from '@surety/tokens';

/** One request as its signature covers it (PACT wire 5.3). */
export interface SignableRequest {
  readonly body: Uint8Array;
  readonly method: string;
  /** The full URL with its query. */
  readonly url: string;
  readonly jti: string;
  /** Seconds since the epoch. */
  readonly iat: number;
}

/** Makes the value of `Surety-Signature`. */
export interface RequestSigner {
  sign(request: SignableRequest): Promise<string>;
}

/** The deployment's webhook key that signs at the moment. */
export interface ActiveWebhookKey {
  readonly kid: string;
  /** The private part, P-256. */
  readonly key: KeyObject;
}

/** A signer that asks for the active webhook key at every request, so that a rotation holds from the next one on. */
export function requestSigner(activeKey: () => Promise<ActiveWebhookKey>): RequestSigner {
  return {
    async sign(request) {
      const { key, kid } = await activeKey();
      return signRequest({ ...request, key, kid });
    },
  };
}
