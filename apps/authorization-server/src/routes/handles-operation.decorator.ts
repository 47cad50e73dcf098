import { RequestMapping, RequestMethod } from '@nestjs/common';
import { type OAuthOperation, internalPath } from './oauth-routes';

/** Marks a controller method as the handler of an operation, whatever the verb: verbs stand in the route table. */
export const HandlesOperation = (operation: OAuthOperation): MethodDecorator =>
  RequestMapping({ path: internalPath(operation), method: RequestMethod.ALL });
