import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Route, RouteTable } from './route-table';

/** Routes that name no roles and are not opened with a reason: the gaps a start must refuse. */
export function unguardedRoutes(routes: readonly Route[]): string[] {
  return routes
    .filter(route => (route.roles ?? []).length === 0 && (route.open ?? '') === '')
    .map(route => `${route.method} ${route.path} (${route.handler})`);
}

/** Refuses to start while a route says neither `@Roles(…)` nor `@Public('why')`. */
@Injectable()
export class ClosedByDefault implements OnModuleInit {
  constructor(private readonly table: RouteTable) {}

  /** Throws with the list of gaps. */
  onModuleInit(): void {
    const gaps = unguardedRoutes(this.table.routes());
    if (gaps.length > 0) throw new Error(`routes without @Roles or @Public: ${gaps.join(', ')}`);
  }
}
