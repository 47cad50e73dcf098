import type { ConsentEnd, StandingGrant } from '@surety/device-grant';

/** A request as consent sees it: pending and unexpired by the database clock when it was read. */
export interface ConsentCase {
  readonly request: {
    readonly id: string;
    readonly kind: 'device' | 'step_up' | 'manage';
    readonly scopes: readonly string[];
    /** The stored form, without the dash. */
    readonly userCode: string;
    readonly expiresAt: Date;
  };
  /** Null of a manage code. */
  readonly personalAgent: { readonly issuer: string; readonly registered: boolean } | null;
  /** The newest grant of the same Brand user, personal agent, sub and Brand, dead or alive. */
  readonly grant: StandingGrant | undefined;
  readonly now: Date;
}

export interface RequestPlace {
  readonly brandId: string;
  readonly requestId: string;
  readonly brandUser: string;
}

export interface Consents {
  open(brandId: string, userCode: string, brandUser: string): Promise<ConsentCase | undefined>;
  find(brandId: string, requestId: string, brandUser: string): Promise<ConsentCase | undefined>;
  decide(
    decision: RequestPlace & {
      readonly decision: 'allow' | 'deny';
      readonly ticked: readonly string[];
      readonly card: readonly string[];
    },
    httpRequestId: string,
  ): Promise<{ readonly end: ConsentEnd; readonly issuer: string } | undefined>;
  skip(
    place: RequestPlace & { readonly card: readonly string[] },
    httpRequestId: string,
  ): Promise<{ readonly granted: readonly string[]; readonly issuer: string } | undefined>;
  consumeManage(brandId: string, requestId: string): Promise<boolean>;
  mintManage(brandId: string): Promise<{ readonly userCode: string }>;
}

export interface Guesser {
  readonly source: string;
  readonly brandUser?: string | undefined;
  readonly brandId: string;
}

export type GuessOutcome<T> =
  | { readonly kind: 'refused'; readonly retryAfterSeconds: number }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'right'; readonly value: T };

export interface LiveUser {
  readonly brandUser: string;
  readonly email?: string | undefined;
  readonly name?: string | undefined;
}

export interface Guesses {
  guess<T>(who: Guesser, look: () => Promise<T | undefined>): Promise<GuessOutcome<T>>;
}

export interface AssertionJtis {
  burn(brandId: string, jti: string): Promise<boolean>;
}

export interface LiveSessions {
  open(session: LiveUser & { readonly brandId: string; readonly hash: Buffer }): Promise<void>;
  find(brandId: string, hash: Buffer): Promise<LiveUser | undefined>;
}
