import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { PUBLIC_REASON } from '@surety/platform';
import type { AdminRole } from '@surety/tokens';
import { Problem } from '../problem/problem';
import type { Principal } from './principal';
import { ROLES_KEY } from './route-access';

/** The global guard: every route is closed; `@Public` opens it, `@Roles` says to whom it opens with a token. */
@Injectable()
export class AdminGuard extends AuthGuard('admin-jwt') {
  constructor(private readonly reflector: Reflector) {
    super();
  }

  /** True to go on. Throws {@link Problem} unauthenticated (401) or forbidden (403). */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const targets = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<string>(PUBLIC_REASON, targets) !== undefined) return true;
    await super.canActivate(context);
    const { user } = context.switchToHttp().getRequest<{ user: Principal }>();
    const roles = this.reflector.get<readonly AdminRole[] | undefined>(ROLES_KEY, context.getHandler()) ?? [];
    if (!roles.includes(user.role)) {
      throw new Problem('forbidden', `The role ${user.role} may not do that.`);
    }
    return true;
  }

  /** What passport found, or the one 401: it never says which rule was broken. */
  override handleRequest<T>(error: unknown, user: T | false | undefined): T {
    if (error || !user) {
      throw new Problem('unauthenticated', 'Send a valid admin token in the Authorization header.', {
        headers: { 'www-authenticate': 'Bearer realm="admin"' },
        cause: error,
      });
    }
    return user;
  }
}
