import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import { ClientError } from '@surety/client';
import { LIMITS } from '@surety/kernel';
import { LOGGER, type Logger, readBody } from '@surety/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BRAND_PATHS } from '../brand/brand-paths';
import { NotRegistered } from '../brand/brand-registration';
import { SANDBOX_URL } from '../sandbox-url';
import { type AccountCaller, AccountCallers } from './account-caller';
import { AnsweredKeys } from './answered-keys';
import { OrderBook } from './order-book';

const ADDRESS = {
  street: '12 Heather Lane',
  town: 'Millbrook',
  text: 'Your parcels go to 12 Heather Lane, Millbrook.',
};

/** What a route answers to its User; `order` is the number in its path. */
type Deed = (caller: AccountCaller, order: string) => object;

/** The demo Brand's account API, which its tools call with the User's delegation token (PACT wire 5.4). */
@Controller(BRAND_PATHS.api)
export class AccountController {
  constructor(
    private readonly callers: AccountCallers,
    private readonly orders: OrderBook,
    private readonly answered: AnsweredKeys,
    @Inject(SANDBOX_URL) private readonly sandboxUrl: string,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  @Get('orders')
  list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.answer(request, reply, 'orders:read', ({ user }) => this.orders.list(user));
  }

  @Get('orders/:order')
  find(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.answer(request, reply, 'orders:read', ({ user }, order) => this.orders.find(user, order));
  }

  @Get('address')
  address(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.answer(request, reply, 'address:read', () => ADDRESS);
  }

  @Post('orders/:order/cancellation')
  cancel(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const key = request.headers['idempotency-key'];
    return this.answer(request, reply, 'orders:cancel', ({ user }, order) => {
      const act = () => this.orders.cancel(user, order);
      return typeof key === 'string' ? this.answered.once(user, `cancel ${order}`, key, act) : act();
    });
  }

  /** 401 for who is nobody here, 403 with the scope that is missing (RFC 6750 3.1), else what the deed answers. */
  private async answer(
    request: FastifyRequest,
    reply: FastifyReply,
    scope: string,
    deed: Deed,
  ): Promise<void> {
    reply.header('Cache-Control', 'no-store');
    const caller = await this.identify(request);
    if (caller === 'unavailable') return void reply.code(503).send({ error: 'temporarily_unavailable' });
    if (caller === undefined) {
      reply.header('WWW-Authenticate', 'Bearer realm="fernway", error="invalid_token"');
      return void reply.code(401).send({ error: 'invalid_token' });
    }
    if (!caller.scopes.includes(scope)) {
      reply.header(
        'WWW-Authenticate',
        `Bearer realm="fernway", error="insufficient_scope", scope="${scope}"`,
      );
      return void reply.code(403).send({ error: 'insufficient_scope', scope });
    }
    const { order = '' } = request.params as { order?: string };
    reply.code(200).send(deed(caller, order));
  }

  private async identify(request: FastifyRequest): Promise<AccountCaller | 'unavailable' | undefined> {
    const body = await readBody(request.raw, LIMITS.bodyBytes);
    if (!body.ok) return undefined;
    const { authorization, 'surety-signature': signature } = request.headers;
    try {
      const caller = await this.callers.identify({
        method: request.method,
        url: this.sandboxUrl + request.raw.url,
        authorization,
        signature: typeof signature === 'string' ? signature : undefined,
        body: body.value,
      });
      if (caller.ok) return caller.value;
      this.log.warn({ reason: caller.error }, 'a call of the account API was refused');
      return undefined;
    } catch (error) {
      if (!(error instanceof NotRegistered) && !(error instanceof ClientError)) throw error;
      this.log.warn({ err: error }, 'the account API cannot judge calls now');
      return 'unavailable';
    }
  }
}
