import { type Clock, LIMITS } from '@surety/kernel';
import type { AuthorizationServer } from './authorization-server.client';
import type { ClientSurroundings } from './brand-call';
import {
  ClientInputError,
  NetworkError,
  ProtocolViolationError,
  RateLimitedError,
  TimeoutError,
  UnavailableError,
} from './client-errors';
import {
  AuthorizationServerError,
  DelegationDeclinedError,
  DelegationEndedError,
  DeviceCodeExpiredError,
  OAuthRefusedError,
} from './delegation-errors';
import { type DelegationTokens, readTokenAnswer } from './delegation-tokens';
import { type DeviceFlow, type PollEvent, readDeviceAuthorization, scheduleAfter } from './device-flow';
import { callOAuth } from './oauth-call';
import { type Sleep, pause, realSleep } from './pause';
import type { PersonalAgentSigner } from './personal-agent.signer';
import { PublishedKeys } from './published-keys';

const DEVICE_CODE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** Which authorization server, who asks and for whom. */
export interface DelegationClientOptions extends ClientSurroundings {
  /** See `discoverAuthorizationServer`. */
  readonly server: AuthorizationServer;
  readonly signer: PersonalAgentSigner;
  /** The User: stable, opaque, no personal data (PACT 3.2). */
  readonly sub: string;
}

/** What one poll brought. */
export type PollOutcome =
  | { readonly kind: 'approved'; readonly tokens: DelegationTokens }
  | { readonly kind: 'pending' | 'slow-down' };

/** The device-code client of one (Brand, User): start, poll, refresh, revoke (PACT 5.3, RFC 8628, RFC 7009). */
export class DelegationClient {
  readonly server: AuthorizationServer;
  /** The personal agent's issuer: `client_id`. */
  readonly clientId: string;
  /** The keys of this Brand's delegation tokens and receipts. */
  readonly keys: PublishedKeys;
  readonly #options: DelegationClientOptions;
  readonly #clock: Clock;
  readonly #sleep: Sleep;
  /** Device codes are secrets: they leave this object towards the token endpoint only. */
  readonly #deviceCodes = new WeakMap<DeviceFlow, string>();

  constructor(options: DelegationClientOptions) {
    this.server = options.server;
    this.clientId = options.signer.issuer;
    this.keys = new PublishedKeys(options.server.jwksUri, options);
    this.#options = options;
    this.#clock = options.clock ?? { nowMs: () => Date.now() };
    this.#sleep = options.sleep ?? realSleep;
  }

  /**
   * Asks for scopes (RFC 8628 3.1). Out: the flow whose link the User opens. Throws {@link ClientInputError} for no scope or one
   * that is not on the card (PACT 5.2), OAuthRefusedError, and what {@link callOAuth} throws.
   */
  async start(scopes: readonly string[], options: { signal?: AbortSignal } = {}): Promise<DeviceFlow> {
    const offered = this.server.scopes.map(({ id }) => id);
    const foreign = scopes.filter(id => !offered.includes(id));
    if (foreign.length > 0)
      throw new ClientInputError(`Not a scope of this Brand's card: ${foreign.join(', ')}`);
    const wanted = offered.filter(id => scopes.includes(id));
    if (wanted.length === 0) throw new ClientInputError('Name at least one scope of the card');
    const answer = await this.#call(
      this.server.deviceAuthorizationEndpoint,
      { scope: wanted.join(' ') },
      options.signal,
    );
    const read = readDeviceAuthorization(answer, wanted, this.#clock.nowMs());
    if (!read.ok) throw new ProtocolViolationError(`The device authorization is malformed: ${read.error}`);
    this.#deviceCodes.set(read.value.flow, read.value.deviceCode);
    return read.value.flow;
  }

  /**
   * Asks once whether the User has decided (RFC 8628 3.4). Throws {@link DelegationDeclinedError},
   * {@link DeviceCodeExpiredError}, OAuthRefusedError, and what {@link callOAuth} throws.
   */
  async poll(flow: DeviceFlow, options: { signal?: AbortSignal } = {}): Promise<PollOutcome> {
    const deviceCode = this.#deviceCodes.get(flow);
    if (deviceCode === undefined) throw new ClientInputError('This flow was started by another client');
    try {
      const form = { grant_type: DEVICE_CODE_GRANT, device_code: deviceCode };
      return { kind: 'approved', tokens: await this.#tokens(form, options.signal) };
    } catch (error) {
      if (!(error instanceof OAuthRefusedError)) throw error;
      if (error.error === 'authorization_pending') return { kind: 'pending' };
      if (error.error === 'slow_down') return { kind: 'slow-down' };
      throw pollRefusal(error);
    }
  }

  /**
   * Polls until the User has decided or the code is over, never faster than the server wants. Throws what {@link poll} throws,
   * except that a lost answer, a busy server and a rate limit are waited for; an abort throws the signal's reason.
   */
  async waitForApproval(flow: DeviceFlow, options: { signal?: AbortSignal } = {}): Promise<DelegationTokens> {
    const { signal } = options;
    let schedule = { intervalSeconds: flow.intervalSeconds };
    let waitSeconds = schedule.intervalSeconds;
    for (;;) {
      await pause(this.#sleep, waitSeconds * 1000, signal);
      if (this.#clock.nowMs() >= flow.expiresAtMs) {
        throw new DeviceCodeExpiredError('expired_token', 0, 'The User did not decide in time; start again');
      }
      const event = await this.#pollOnce(flow, signal);
      if (typeof event === 'object' && 'tokens' in event) return event.tokens;
      schedule = scheduleAfter(schedule, event.kind);
      waitSeconds = Math.max(schedule.intervalSeconds, event.waitSeconds ?? 0);
    }
  }

  /**
   * A fresh access token and the next refresh token (RFC 6749 6). `scopes`, a part of the grant, narrows this token only.
   * Throws {@link DelegationEndedError} when the grant or the refresh token is over.
   */
  async refresh(
    tokens: Pick<DelegationTokens, 'refreshToken'>,
    options: { scopes?: readonly string[]; signal?: AbortSignal } = {},
  ): Promise<DelegationTokens> {
    const { refreshToken } = tokens;
    if (refreshToken === undefined) {
      throw new DelegationEndedError('invalid_grant', 0, 'The delegation is over and has no refresh token');
    }
    const form = {
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      scope: options.scopes?.join(' '),
    };
    try {
      return await this.#tokens(form, options.signal);
    } catch (error) {
      if (!(error instanceof OAuthRefusedError) || error.error !== 'invalid_grant') throw error;
      const text = 'The delegation is over: it was revoked, has ended, or its refresh token was used before';
      throw new DelegationEndedError(error.error, error.httpStatus, text, { cause: error });
    }
  }

  /** Ends the grant behind the tokens (RFC 7009, P19). Throws {@link AuthorizationServerError} when the server has no endpoint. */
  async revoke(
    tokens: Pick<DelegationTokens, 'accessToken' | 'refreshToken'>,
    options: { signal?: AbortSignal } = {},
  ): Promise<void> {
    const { revocationEndpoint } = this.server;
    if (revocationEndpoint === undefined) {
      throw new AuthorizationServerError('This Brand has no address to revoke at; the User can do it there');
    }
    await this.#post(
      revocationEndpoint,
      { token: tokens.refreshToken ?? tokens.accessToken },
      options.signal,
    );
  }

  async #pollOnce(
    flow: DeviceFlow,
    signal: AbortSignal | undefined,
  ): Promise<{ tokens: DelegationTokens } | { kind: PollEvent; waitSeconds?: number }> {
    try {
      const outcome = await this.poll(flow, signal ? { signal } : {});
      return outcome.kind === 'approved' ? { tokens: outcome.tokens } : { kind: outcome.kind };
    } catch (error) {
      if (error instanceof RateLimitedError) {
        return { kind: 'pending', waitSeconds: error.retryAfterSeconds ?? LIMITS.slowDownSeconds };
      }
      const isLost = [NetworkError, TimeoutError, UnavailableError].some(type => error instanceof type);
      if (!isLost) throw error;
      return { kind: 'lost' };
    }
  }

  async #tokens(
    form: Readonly<Record<string, string | undefined>>,
    signal: AbortSignal | undefined,
  ): Promise<DelegationTokens> {
    const answer = await this.#call(this.server.tokenEndpoint, form, signal);
    const nowMs = this.#clock.nowMs();
    const keys = await this.keys.forToken(String(answer.access_token));
    const read = readTokenAnswer(answer, { server: this.server, keys, clientId: this.clientId, nowMs });
    if (!read.ok) throw new ProtocolViolationError(`The token answer is not usable: ${read.error}`);
    return read.value;
  }

  async #call(
    url: string,
    form: Readonly<Record<string, string | undefined>>,
    signal: AbortSignal | undefined,
  ): Promise<Readonly<Record<string, unknown>>> {
    const answer = await this.#post(url, form, signal);
    if (answer === undefined) throw new ProtocolViolationError('The OAuth answer is empty');
    return answer;
  }

  #post(
    url: string,
    form: Readonly<Record<string, string | undefined>>,
    signal: AbortSignal | undefined,
  ): ReturnType<typeof callOAuth> {
    const { signer, sub, fetch, timeoutMs } = this.#options;
    return callOAuth({
      fetch: fetch ?? ((target, init) => globalThis.fetch(target, init)),
      url,
      token: signer.token(sub),
      form: { client_id: this.clientId, ...form },
      nowMs: () => this.#clock.nowMs(),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(signal ? { signal } : {}),
    });
  }
}

function pollRefusal(error: OAuthRefusedError): OAuthRefusedError {
  const facts = { cause: error, ...(error.requestId === undefined ? {} : { requestId: error.requestId }) };
  if (error.error === 'access_denied') {
    return new DelegationDeclinedError(error.error, error.httpStatus, 'The User declined', facts);
  }
  if (error.error === 'expired_token') {
    const text = 'The User did not decide in time; start again';
    return new DeviceCodeExpiredError(error.error, error.httpStatus, text, facts);
  }
  return error;
}
