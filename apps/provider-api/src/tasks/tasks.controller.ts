import {
  A2A_ROUTES,
  A2aError,
  emptyTaskList,
  parseListTasks,
  readTaskId,
  taskNotFound,
  unsupportedOperation,
} from '@surety/a2a';
import { Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HandlesOperation } from '../a2a/a2a-operation.decorator';
import { sendA2a } from '../a2a/a2a-reply';
import { operationOf } from '../a2a/provider-routes';

const REFUSED = A2A_ROUTES.filter(route => route.refusal !== undefined).map(route => route.operation);

/**
 * A2A operations around tasks (PACT 2.2, P35): ordinary turns create no task, so a list is empty, a look-up finds nothing, and
 * what the card does not offer is refused, whatever the body.
 */
@Controller()
export class TasksController {
  @HandlesOperation('listTasks')
  list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const page = parseListTasks(operationOf(request.raw).query);
    if (!page.ok) throw page.error;
    sendA2a(reply, 200, emptyTaskList(page.value.pageSize));
  }

  @HandlesOperation('getTask', 'cancelTask')
  find(@Req() request: FastifyRequest): never {
    const id = readTaskId(operationOf(request.raw).params.taskId ?? '');
    throw id.ok ? taskNotFound(id.value) : id.error;
  }

  @HandlesOperation(...REFUSED)
  refuse(@Req() request: FastifyRequest): never {
    const { refusal } = operationOf(request.raw).route;
    throw refusal === 'PUSH_NOTIFICATION_NOT_SUPPORTED'
      ? new A2aError('PUSH_NOTIFICATION_NOT_SUPPORTED', 'Push notifications are not supported')
      : unsupportedOperation();
  }
}
