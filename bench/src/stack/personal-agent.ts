import { signPaJwt } from '@surety/tokens';
import { NumberedRequest, requestBytes } from '../load/request-bytes';
import type { StackDescriptor } from './stack-under-test';

/** The longest that PACT 3.2 allows. */
const TOKEN_SECONDS = 300;
/** A token is used for two minutes, as a personal agent would that signs them for two minutes; it stays good for a measured part. */
const REUSED_MS = 120_000;
/** About what a person types; no Brand of the sandbox calls a tool for it. */
const TEXT = 'Good morning! Is there somebody I can talk to this Friday?';

/** Names of a message that the caller knows. */
export interface MessageNames {
  readonly messageId: string;
  readonly contextId?: string;
}

/** The sandbox's personal agent with many Users, each with a token of its own that was signed ahead. */
export class PersonalAgentUsers {
  private readonly path: string;
  private signed: { readonly tokens: readonly string[]; readonly untilMs: number } | undefined;

  /** In: how many Users, and which Brand's interface they talk to. */
  constructor(
    private readonly descriptor: StackDescriptor,
    private readonly count: number,
    interfaceUrl: string,
  ) {
    this.path = new URL(interfaceUrl).pathname;
  }

  /** The name of a User. */
  sub(user: number): string {
    return `bench-user-${user}`;
  }

  /** A token of one User, fresh and unlike every other. */
  token(user: number): string {
    const { personalAgent } = this.descriptor.sandbox;
    return signPaJwt({
      privateJwk: personalAgent.privateJwk,
      issuer: personalAgent.issuer,
      audience: this.descriptor.provider.audience,
      sub: this.sub(user),
      nowMs: Date.now(),
      lifetimeSeconds: TOKEN_SECONDS,
      jti: `${performance.now()}-${user}`,
    });
  }

  /** Requests for the list of tasks, of one User after the other; each token is used again and again. */
  listTasks(): () => Buffer {
    return inTurn(
      this.tokens().map(token => requestBytes({ method: 'GET', path: `${this.path}/tasks`, token })),
    );
  }

  /** The same, each with a token that was never seen. In: how many at most. */
  listTasksOnceEach(requests: number): () => Buffer {
    return inTurn(
      Array.from({ length: requests }, (_, user) =>
        requestBytes({ method: 'GET', path: `${this.path}/tasks`, token: this.token(user) }),
      ),
    );
  }

  /**
   * Messages that each open a conversation, of one User after the other, each with a messageId of its own. In: the Users'
   * delegation tokens, if they are to be sent along.
   */
  newConversations(delegations: readonly string[] = []): () => Buffer {
    const names = { messageId: `bench-${NumberedRequest.HOLE}` };
    const next = inTurn(
      this.tokens().map((token, user) => new NumberedRequest(this.send(token, names, delegations[user]))),
    );
    let number = 0;
    return () => next().numbered((number += 1));
  }

  /** One message of a User. */
  message(user: number, names: MessageNames): Buffer {
    return this.send(this.tokens()[user] ?? this.token(user), names);
  }

  /** Users' tokens, one after the other, again and again. */
  tokensInTurn(): () => string {
    return inTurn(this.tokens());
  }

  private send(token: string, { messageId, contextId }: MessageNames, delegation?: string): Buffer {
    const message = {
      messageId,
      ...(contextId !== undefined && { contextId }),
      role: 'ROLE_USER',
      parts: [{ text: TEXT }],
    };
    return requestBytes({
      method: 'POST',
      path: `${this.path}/message:send`,
      token,
      ...(delegation !== undefined && { delegation }),
      body: JSON.stringify({ message }),
    });
  }

  /** One of every User. */
  private tokens(): readonly string[] {
    if (this.signed === undefined || performance.now() > this.signed.untilMs) {
      const tokens = Array.from({ length: this.count }, (_, user) => this.token(user));
      this.signed = { tokens, untilMs: performance.now() + REUSED_MS };
    }
    return this.signed.tokens;
  }
}

function inTurn<T>(all: readonly T[]): () => T {
  let at = -1;
  return () => {
    at = (at + 1) % all.length;
    return all[at] as T;
  };
}
