import {
  type AgentAnswer,
  type AgentCall,
  AgentFailure,
  type AgentTurn,
  type BeginningCall,
  type BrandAgent,
  type CallLedger,
  type EarlierToolCall,
  type SettledCall,
  type ToolResult,
} from '@surety/agents';

/** A ledger that remembers what it was told, in order: `begin 1.1 effect`, `begin 1.1 c1 effect lookup`, `never_sent 1.1`. */
export class RecordedCalls implements CallLedger {
  readonly log: string[] = [];
  /** The tool calls begun, each once, as a registry gives them to a run that resumes this one. */
  readonly tools = new Map<string, EarlierToolCall>();

  async begin(call: BeginningCall): Promise<void> {
    const { callId, tool } = call;
    if (callId !== undefined && tool !== undefined) {
      this.tools.set(callId, { callId, ...tool, result: undefined, sameUser: true });
    }
    this.note('begin', call, (call.effect ? ' effect' : '') + (tool === undefined ? '' : ` ${tool.name}`));
  }

  async neverSent(call: AgentCall): Promise<void> {
    this.tools.delete(call.callId ?? '');
    this.note('never_sent', call);
  }

  async settle(call: SettledCall): Promise<void> {
    const begun = this.tools.get(call.callId ?? '');
    if (begun === undefined) {
      this.note(call.state, call, call.result === undefined ? '' : ` ${JSON.stringify(call.result)}`);
      return;
    }
    this.tools.set(begun.callId, { ...begun, result: call.result as ToolResult | undefined });
    this.note(call.state, call, call.result === undefined ? '' : ' kept');
  }

  /** What a run of the same message is told after this one stepped up; through JSON, as a database gives it. */
  resumable(): EarlierToolCall[] {
    return [...this.tools.values()].map(call => ({
      ...call,
      result: call.result && (JSON.parse(JSON.stringify(call.result)) as ToolResult),
    }));
  }

  private note(what: string, call: AgentCall, more = ''): void {
    const id = call.callId === undefined ? '' : ` ${call.callId}`;
    this.log.push(`${what} ${call.step}.${call.attempt}${id}${more}`);
  }
}

/** A turn of the first run of a message, with 5 s left. */
export function someTurn(members: Partial<AgentTurn> = {}): AgentTurn {
  return {
    brandId: '01J0000000000000000000000B',
    turnId: 'tn_01J0000000000000000000000T',
    run: 1,
    contextId: 'c-1',
    messageId: 'm-001',
    turnNumber: 1,
    user: { id: 'u_0123456789abcdefghijkl', personalAgent: 'https://pa.example.com' },
    text: 'Hello there',
    receivedAtMs: Date.now(),
    deadlineMs: Date.now() + 5_000,
    requestId: 'req-1',
    nextStep: 1,
    history: async () => [],
    ...members,
  };
}

/** Runs a turn with nothing to abort it. */
export const outcomeOf = (agent: BrandAgent, members: Partial<AgentTurn> = {}, calls = new RecordedCalls()) =>
  agent.answer(someTurn(members), calls, new AbortController().signal);

/** The answer to a turn with nothing to abort it. Throws when the turn steps up. */
export async function answerOf(...run: Parameters<typeof outcomeOf>): Promise<AgentAnswer> {
  const outcome = await outcomeOf(...run);
  if ('kind' in outcome) throw new Error(`stepped up for ${outcome.missingScopes.join(' ')}`);
  return outcome;
}

/** A delegated turn with these effective scopes. */
export const delegatedFor = (...scopes: string[]): Pick<AgentTurn, 'delegation'> => ({
  delegation: { token: 'delegation-token', grantId: 'a2agrant_1', brandUserId: 'jane-4471', scopes },
});

/** The code of the AgentFailure that the promise rejects with; anything else it does is thrown. */
export async function failureOf(answer: Promise<unknown>): Promise<string> {
  try {
    return `answered ${JSON.stringify(await answer)}`;
  } catch (error) {
    if (error instanceof AgentFailure) return error.code;
    throw error;
  }
}

/** Makes agents of one adapter behave in the ways that every adapter knows. */
export interface AgentBench {
  /** Answers `text` to everything. */
  saying(text: string, close: boolean): Promise<BrandAgent>;
  /** Answers with the word of the message that is a number. */
  echoingNumbers(): Promise<BrandAgent>;
  /** Answers something blank. */
  blank(): Promise<BrandAgent>;
  /** False when agents of this adapter never close a conversation. */
  readonly closes?: boolean;
  /** Answers more than 64 KiB. */
  tooLong(): Promise<BrandAgent>;
  stop(): Promise<void>;
}

/** The behaviours that the Provider relies on, whichever adapter stands behind the port. */
export function brandAgentContract(adapter: string, openBench: () => Promise<AgentBench>): void {
  describe(`${adapter} behind the port of Brand agents`, () => {
    let bench: AgentBench;
    beforeAll(async () => {
      bench = await openBench();
    });
    afterAll(() => bench.stop());

    it('answers a text, character by character', async () => {
      const text = ' Ærlig talt: "café" \\ {x}\n\u2028😀 ';
      expect(await answerOf(await bench.saying(text, false))).toEqual({ text, close: false });
    });

    it('closes the conversation with its answer when it says so, if it can', async () => {
      const close = bench.closes ?? true;
      expect(await answerOf(await bench.saying('Goodbye.', true))).toEqual({ text: 'Goodbye.', close });
    });

    it('answers at most 64 KiB', async () => {
      const longest = 'é'.repeat(32 * 1024);
      expect((await answerOf(await bench.saying(longest, false))).text).toBe(longest);
      expect(await failureOf(answerOf(await bench.tooLong()))).toBe('too_large');
    });

    it('fails with AgentFailure on a blank answer', async () => {
      expect(await failureOf(answerOf(await bench.blank()))).toBe('blank_text');
    });

    it('keeps 20 turns at once apart', async () => {
      const agent = await bench.echoingNumbers();
      const numbers = Array.from({ length: 20 }, (_, i) => String(i));
      const answers = await Promise.all(
        numbers.map(number => answerOf(agent, { text: `say ${number}`, turnId: `tn_${number}` })),
      );
      expect(answers.map(answer => answer.text)).toEqual(numbers);
    });

    it('does and records nothing for a turn that has already ended', async () => {
      const calls = new RecordedCalls();
      const answer = (await bench.saying('Hi.', false)).answer(someTurn(), calls, AbortSignal.abort());
      expect(await failureOf(answer)).toBe('aborted');
      expect(calls.log).toEqual([]);
    });
  });
}
