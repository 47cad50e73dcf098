import { type BrandAddresses, DEVICE_CODE_GRANT, REFRESH_GRANT } from '@surety/device-grant';
import type { StubPersonalAgent } from '@surety/testing';

/** An answer of the authorization server, read whole. */
export interface OAuthAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The members of a JSON answer; empty for any other. */
  readonly json: Readonly<Record<string, unknown>>;
}

/** The answer of device_authorization. */
export interface DeviceFlow {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly link: string;
}

/** The tokens of an answer of the token endpoint. */
export interface Tokens {
  readonly access: string;
  readonly refresh: string;
  readonly scope: string;
}

type Fields = Readonly<Record<string, string>>;

/** A bare HTTP client of the OAuth endpoints: it sends what it is told, right or wrong. */
export class OAuthClient {
  constructor(
    readonly origin: string,
    readonly addresses: BrandAddresses,
    private readonly personalAgent: StubPersonalAgent,
    readonly sub: string,
    private readonly audience: string,
  ) {}

  get token(): string {
    return this.personalAgent.token({ audience: this.audience, sub: this.sub });
  }

  /** Sends a request to a public address, by way of this authorization server. */
  async request(address: string, init: RequestInit = {}): Promise<OAuthAnswer> {
    const { pathname, search } = new URL(address);
    const response = await fetch(`${this.origin}${pathname}${search}`, { redirect: 'manual', ...init });
    const text = await response.text();
    const isJson =
      text !== '' && response.headers.get('content-type')?.startsWith('application/json') === true;
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : {} };
  }

  /** A form of this client, with its JWT and client_id unless the fields or headers say otherwise. */
  post(address: string, fields: Fields, headers: Fields = {}): Promise<OAuthAnswer> {
    return this.request(address, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.token}`, ...headers },
      body: new URLSearchParams({ client_id: this.personalAgent.issuer, ...fields }),
    });
  }

  begin(scope: string): Promise<OAuthAnswer> {
    return this.post(this.addresses.deviceAuthorization, { scope });
  }

  /** Begins a flow that must begin. */
  async flow(scope = 'orders:read address:read orders:cancel'): Promise<DeviceFlow> {
    const { status, json, text } = await this.begin(scope);
    if (status !== 200) throw new Error(`device_authorization answered ${status} ${text}`);
    const { device_code, user_code, verification_uri_complete } = json;
    return {
      deviceCode: String(device_code),
      userCode: String(user_code),
      link: String(verification_uri_complete),
    };
  }

  poll(deviceCode: string): Promise<OAuthAnswer> {
    return this.post(this.addresses.token, { grant_type: DEVICE_CODE_GRANT, device_code: deviceCode });
  }

  refresh(refreshToken: string, fields: Fields = {}): Promise<OAuthAnswer> {
    const given = { grant_type: REFRESH_GRANT, refresh_token: refreshToken, ...fields };
    return this.post(this.addresses.token, given);
  }

  revoke(token: string, fields: Fields = {}): Promise<OAuthAnswer> {
    return this.post(this.addresses.revocation, { token, ...fields });
  }
}

/** The tokens of an answer that must have them. */
export function tokensOf({ status, json, text }: OAuthAnswer): Tokens {
  if (status !== 200) throw new Error(`the token endpoint answered ${status} ${text}`);
  return {
    access: String(json.access_token),
    refresh: String(json.refresh_token),
    scope: String(json.scope),
  };
}
