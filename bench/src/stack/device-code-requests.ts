import type { AuthorizationServer } from '@surety/client';
import { invariant } from '@surety/kernel';
import { requestBytes } from '../load/request-bytes';
import type { Answer } from '../load/response-reader';
import { PersonalAgentUsers } from './personal-agent';
import type { StackDescriptor } from './stack-under-test';

const DEVICE_CODE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** Bare requests of the device flow (RFC 8628 3.1, 3.4), and the codes that they brought. */
export class DeviceCodeRequests {
  private readonly users: PersonalAgentUsers;
  private readonly clientId: string;
  private readonly scope: string;
  private readonly askedWith = new Map<Buffer, string>();
  private issued: { readonly deviceCode: string; readonly token: string }[] = [];

  constructor(
    descriptor: StackDescriptor,
    private readonly server: AuthorizationServer,
    count: number,
  ) {
    const { personalAgent, delegatedBrand } = descriptor.sandbox;
    this.users = new PersonalAgentUsers(descriptor, count, delegatedBrand.interfaceUrl);
    this.clientId = personalAgent.issuer;
    this.scope = server.scopes.map(({ id }) => id).join(' ');
  }

  /** Device authorizations of one User after the other. */
  authorizations(): () => Buffer {
    this.issued = [];
    const nextToken = this.users.tokensInTurn();
    return () => {
      const token = nextToken();
      const request = this.post(this.server.deviceAuthorizationEndpoint, token, { scope: this.scope });
      this.askedWith.set(request, token);
      return request;
    };
  }

  /** Keeps the code of an answer for its first poll. Throws when there is none. */
  readonly remember = ({ status, body }: Answer, request: Buffer): void => {
    invariant(status === 200, `a device authorization was answered with ${status}: ${body}`);
    const { device_code: deviceCode } = JSON.parse(body.toString()) as { device_code: string };
    this.issued.push({ deviceCode, token: this.askedWith.get(request) ?? '' });
    this.askedWith.delete(request);
  };

  /** One poll of each code of the last authorizations; nobody has decided them. */
  firstPolls(): { readonly next: () => Buffer; readonly count: number } {
    const polls = this.issued.map(({ deviceCode, token }) =>
      this.post(this.server.tokenEndpoint, token, {
        grant_type: DEVICE_CODE_GRANT,
        device_code: deviceCode,
      }),
    );
    let at = -1;
    return { next: () => polls[(at += 1)] as Buffer, count: polls.length };
  }

  private post(url: string, token: string, fields: Readonly<Record<string, string>>): Buffer {
    return requestBytes({
      method: 'POST',
      path: new URL(url).pathname,
      token,
      body: new URLSearchParams({ client_id: this.clientId, ...fields }).toString(),
      contentType: 'application/x-www-form-urlencoded',
    });
  }
}
