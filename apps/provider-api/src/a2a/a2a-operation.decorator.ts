import { type A2aOperation } from '@surety/a2a';
import { RequestMapping, RequestMethod } from '@nestjs/common';
import { internalPath } from './provider-routes';

/** Marks a controller method as the handler of A2A operations; their verbs stand in the route table of @surety/a2a. */
export const HandlesOperation = (...operations: A2aOperation[]): MethodDecorator =>
  RequestMapping({ path: operations.map(internalPath), method: RequestMethod.ALL });
