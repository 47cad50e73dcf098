import { Injectable, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { PUBLIC_REASON } from '@surety/platform';
import type { AdminRole } from '@surety/tokens';
import { ROLES_KEY } from '../auth/route-access';

/** One route of the running app, as its decorators say. */
export interface Route {
  readonly method: string;
  /** `/api/v1/brands/:id`. */
  readonly path: string;
  readonly handler: string;
  readonly roles: readonly AdminRole[] | undefined;
  /** Why it is open to everybody, if it is. */
  readonly open: string | undefined;
  readonly takesBody: boolean;
  readonly takesQuery: boolean;
}

type Controller = abstract new (...args: never[]) => object;

/** Every route of the app, read from the running container, so that none can be forgotten. */
@Injectable()
export class RouteTable {
  private known: readonly Route[] | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  /** All routes of all controllers. */
  routes(): readonly Route[] {
    this.known ??= this.discovery
      .getControllers()
      .flatMap(({ metatype }) => (metatype ? this.routesOf(metatype as Controller) : []));
    return this.known;
  }

  /** The route of one handler. Throws for a method that is no route. */
  of(controller: Controller, handler: string): Route {
    const route = this.routes().find(each => each.handler === `${controller.name}.${handler}`);
    if (route === undefined) throw new Error(`no route ${controller.name}.${handler}`);
    return route;
  }

  /** The verbs this path knows, in the form of an `Allow` header; undefined when the path is unknown. */
  allow(path: string): string | undefined {
    const verbs = this.routes()
      .filter(route => matches(route.path, path))
      .map(route => route.method);
    if (verbs.length === 0) return undefined;
    return [...new Set(verbs.flatMap(verb => (verb === 'GET' ? ['GET', 'HEAD'] : [verb])))].join(', ');
  }

  private routesOf(controller: Controller): Route[] {
    const prototype = controller.prototype as Record<string, object>;
    const base = String(Reflect.getMetadata(PATH_METADATA, controller));
    return this.scanner.getAllMethodNames(prototype).flatMap(name => {
      const handler = prototype[name] ?? {};
      const verb = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
      if (verb === undefined) return [];
      const path = `/${base}/${String(Reflect.getMetadata(PATH_METADATA, handler))}`;
      const takes = Object.keys((Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) as object) ?? {});
      const takesKind = (kind: RouteParamtypes) => takes.some(key => key.startsWith(`${kind}:`));
      return {
        method: RequestMethod[verb],
        path: path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, ''),
        handler: `${controller.name}.${name}`,
        roles: Reflect.getMetadata(ROLES_KEY, handler) as readonly AdminRole[] | undefined,
        open: (Reflect.getMetadata(PUBLIC_REASON, handler) ??
          Reflect.getMetadata(PUBLIC_REASON, controller)) as string | undefined,
        takesBody: takesKind(RouteParamtypes.BODY),
        takesQuery: takesKind(RouteParamtypes.QUERY),
      };
    });
  }
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return false;
  return wanted.every((part, index) => (part.startsWith(':') ? given[index] !== '' : part === given[index]));
}
