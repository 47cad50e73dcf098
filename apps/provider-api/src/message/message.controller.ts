import {
  type A2aError,
  type SendMessage,
  invalidParams,
  messageReply,
  parseIdempotencyKey,
  parseSendMessage,
  stepUpReply,
} from '@surety/a2a';
import { LIMITS } from '@surety/kernel';
import { readBody } from '@surety/platform';
import { Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HandlesOperation } from '../a2a/a2a-operation.decorator';
import { sendA2a } from '../a2a/a2a-reply';
import { admissionOf } from '../a2a/admission.pipeline';
import { MessageRefusals, type RefusalStage } from '../turn/message-refusals';
import { TurnService } from '../turn/turn.service';
import { headerValues } from './header-values';

/** `POST message:send` (PACT 4): the body is judged in the order of P8, then one turn runs, and
 * its reply or its step-up goes out. */
@Controller()
export class MessageController {
  constructor(
    private readonly turns: TurnService,
    private readonly refusals: MessageRefusals,
  ) {}

  @HandlesOperation('sendMessage')
  async send(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { identity, brand, delegation } = admissionOf(request);
    const message = await this.read(request);
    const idempotencyKey = message.contextId === undefined ? this.firstMessageKey(request) : undefined;
    const outcome = await this.turns.run({
      identity: {
        personalAgentId: identity.personalAgent.id,
        issuer: identity.personalAgent.issuer,
        sub: identity.sub,
      },
      brand,
      delegation,
      message,
      idempotencyKey,
      requestId: request.id,
    });
    sendA2a(reply, 200, outcome.kind === 'reply' ? messageReply(outcome.reply) : stepUpReply(outcome.task));
  }

  private async read(request: FastifyRequest): Promise<SendMessage> {
    const body = await readBody(request.raw, LIMITS.bodyBytes);
    if (!body.ok) {
      const fault = body.error === 'too_large' ? 'The body is too large' : 'The body ended early';
      throw this.refusal('body', invalidParams(fault));
    }
    let stage: RefusalStage = 'body';
    const message = parseSendMessage(body.value, begun => (stage = begun));
    if (!message.ok) throw this.refusal(stage, message.error);
    return message.value;
  }

  /** `Idempotency-Key` counts on a first message only (P11). */
  private firstMessageKey(request: FastifyRequest): string | undefined {
    const key = parseIdempotencyKey(headerValues(request.raw, 'idempotency-key'));
    if (!key.ok) throw this.refusal('idempotency-key', key.error);
    return key.value;
  }

  private refusal(stage: RefusalStage, error: A2aError): A2aError {
    this.refusals.refused(stage);
    return error;
  }
}
