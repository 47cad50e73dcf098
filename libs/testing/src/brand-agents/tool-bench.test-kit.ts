import {
  type AgentAnswer,
  type AgentTurn,
  type BrandTools,
  type StepUp,
  createBrandAgent,
} from '@surety/agents';
import { StubBrand } from '../stub-brand';
import { type StubReply, says } from '../stub-brand-reply';
import { StubToolApi } from '../stub-tool-api';
import { RecordedCalls, delegatedFor, outcomeOf } from './brand-agent.test-kit';
import { realParts, shopTools, webhookKeys } from './brand-tools.test-kit';

/** A tool call's result as a webhook sees it. */
export interface SeenResult {
  readonly id: string;
  readonly ok: boolean;
  readonly status?: number;
  readonly result?: unknown;
  readonly error?: { readonly code: string; readonly message: string; readonly body?: unknown };
  readonly replayed: boolean;
}

/** A call that a webhook asks for; ids are `c1`, `c2` and so on unless said. */
export type Call = readonly [tool: string, args?: object, id?: string];

export const READER = delegatedFor('orders:read');
export const EVERYTHING = delegatedFor('orders:read', 'orders:cancel', 'refunds:issue');

/** The reply of a webhook that asks for these calls. */
export const asking = (...asked: readonly Call[]): StubReply => ({
  kind: 'json',
  body: {
    toolCalls: asked.map(([tool, args = {}, id], i) => ({ id: id ?? `c${i + 1}`, tool, arguments: args })),
  },
});

/** A Brand with an idempotent webhook and an API behind its tools, and the record of what was sent. */
export class ToolBench {
  readonly calls = new RecordedCalls();

  private constructor(
    readonly brand: StubBrand,
    readonly api: StubToolApi,
  ) {}

  static async start(): Promise<ToolBench> {
    return new ToolBench(await StubBrand.start(), await StubToolApi.start(() => webhookKeys));
  }

  async stop(): Promise<void> {
    await Promise.all([this.brand.stop(), this.api.stop()]);
  }

  /** Runs a turn as the webhook behaves. */
  turn(turn: Partial<AgentTurn>, tools = shopTools(this.api.origin)): Promise<AgentAnswer | StepUp> {
    const config = { kind: 'webhook' as const, url: this.brand.url, idempotent: true, headers: {} };
    return outcomeOf(createBrandAgent(config, realParts, tools), turn, this.calls);
  }

  /** Runs a turn whose webhook asks for these calls and then answers with the results it got. */
  run(
    asked: readonly Call[],
    turn: Partial<AgentTurn> = EVERYTHING,
    tools?: BrandTools,
  ): Promise<AgentAnswer | StepUp> {
    this.brand.behave(delivery =>
      delivery.turn?.step === (turn.nextStep ?? 1)
        ? asking(...asked)
        : says(JSON.stringify(delivery.turn?.toolResults)),
    );
    return this.turn(turn, tools);
  }

  /** The results that such a turn's webhook got. Throws when the turn steps up. */
  async resultsOf(...run: Parameters<ToolBench['run']>): Promise<SeenResult[]> {
    const outcome = await this.run(...run);
    if ('kind' in outcome) throw new Error(`stepped up for ${outcome.missingScopes.join(' ')}`);
    return JSON.parse(outcome.text) as SeenResult[];
  }
}
