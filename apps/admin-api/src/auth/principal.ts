import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { AdminRole } from '@surety/tokens';
import type { FastifyRequest } from 'fastify';

/** Who calls, as the token says. */
export interface Principal {
  readonly id: string;
  readonly role: AdminRole;
  /** The Brands a brand-operator works for; undefined = every Brand. */
  readonly brands: readonly string[] | undefined;
}

/** One request of somebody: what a change needs to know beside its body. */
export interface Call {
  readonly caller: Principal;
  readonly requestId: string;
  /** The `If-Match` header as sent. */
  readonly ifMatch: string | undefined;
}

/** Whether this caller may know of the Brand at all; if not, it does not exist for them (404). */
export function seesBrand({ brands }: Principal, brandId: string): boolean {
  return brands === undefined || brands.includes(brandId);
}

/** The {@link Call}, as a parameter of a handler. */
export const TheCall = createParamDecorator((_: unknown, context: ExecutionContext): Call => {
  const request = context.switchToHttp().getRequest<FastifyRequest & { user: Principal }>();
  return { caller: request.user, requestId: request.id, ifMatch: request.headers['if-match'] };
});
