import { SEND_MESSAGE_STAGES } from '@surety/a2a';
import { Metrics } from '@surety/platform';
import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';

/** Where an admitted message can be refused, in the order of P8; the first ones need nothing but the request. */
export const REFUSAL_STAGES = [
  'body',
  ...SEND_MESSAGE_STAGES,
  'idempotency-key',
  'personal-agent',
  'brand',
  'delegation',
  'context-owner',
  'brand-user-pin',
  'repeated-messageId',
  'closed',
  'agent',
] as const;

export type RefusalStage = (typeof REFUSAL_STAGES)[number];

/** Counts refused messages by stage: whether a caller sends nonsense, repeats itself, or a Brand's agent fails. */
@Injectable()
export class MessageRefusals {
  private readonly counter: Counter<'stage'>;

  constructor(metrics: Metrics) {
    this.counter = metrics.counter({
      name: 'surety_message_refusals_total',
      help: 'Messages that were refused after authentication, by the stage of the checks that refused them',
      labelNames: ['stage'],
    });
    for (const stage of REFUSAL_STAGES) this.counter.inc({ stage }, 0);
  }

  refused(stage: RefusalStage): void {
    this.counter.inc({ stage });
  }
}
