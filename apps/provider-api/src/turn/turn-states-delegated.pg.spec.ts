import { SAYS, TURN_CASES, type TurnCase } from './turn-cases.test-kit';
import { type Sent, TurnEngine, refusalText } from './turn-engine.test-kit';

jest.setTimeout(30_000);

let engine: TurnEngine;

beforeAll(async () => {
  engine = await TurnEngine.start();
});
afterAll(() => engine.stop());
beforeEach(() => {
  engine.behave = SAYS;
});

const NO_REPLY = 'INVALID_PARAMS: No stored reply for this messageId';
const UNKNOWN = 'INVALID_PARAMS: Unknown contextId';
const OTHER_USER = 'INVALID_PARAMS: This conversation belongs to another Brand user';
const CLOSED = 'UNSUPPORTED_OPERATION: This conversation is closed; start a new one without contextId';

/** The same messageId, with the token and without: while the conversation is open, and once it is closed. */
const TABLE: Record<string, [open: string, closed: string]> = {
  running: [NO_REPLY, NO_REPLY],
  waiting: [NO_REPLY, NO_REPLY],
  answered: ['stored', 'stored'],
  'stepped up': ['runs', CLOSED],
  'failed before an effect': ['runs', CLOSED],
  'failed after an effect': [NO_REPLY, NO_REPLY],
  'lease expired, no effect': ['runs', CLOSED],
  'lease expired, effect recorded': [NO_REPLY, NO_REPLY],
};

/** What an arrival came to: a refusal, the stored reply without a run, or a run. */
async function arrival(sent: Sent): Promise<string> {
  const before = engine.runs.length;
  const reply = await engine.send(sent).catch(refusalText);
  if (typeof reply === 'string') {
    expect(engine.runs).toHaveLength(before);
    return reply;
  }
  // Whatever was stored under a token has its receipt, for whoever may have the reply.
  const stored = engine.runs.length === before;
  expect(reply.receipt !== undefined).toBe(stored || sent.as !== undefined);
  return stored ? 'stored' : 'runs';
}

const everything = (contextId: string) =>
  engine.run(
    `SELECT context.*, turn.*, (SELECT count(*) FROM receipt) AS receipts FROM context JOIN turn ON context_id = context.id
     WHERE context.id = $1 ORDER BY turn.id`,
    [contextId],
  );

describe.each(Object.keys(TURN_CASES))(
  "PACT wire §2, PACT 5.5: %s, in a Brand user's conversation",
  state => {
    const [open, closed] = TABLE[state]!;
    let met: TurnCase;

    beforeEach(async () => {
      met = await TURN_CASES[state]!({ engine, whose: { as: 'jane' } });
    });
    afterEach(() => met.finish().catch(refusalText));

    it.each([
      ['with the token', { as: 'jane' as const }],
      ['without a token', {}],
    ])(`the same messageId %s: ${open}`, async (_, whose) => {
      const { contextId, messageId } = met;
      expect(await arrival({ contextId, messageId, ...whose })).toBe(open);
    });

    it('[PACT-5.5-other-user] another Brand user is refused, with every messageId, and nothing changes', async () => {
      const { contextId, messageId } = met;
      const before = await everything(contextId);
      for (const id of [messageId, engine.freshMessageId()]) {
        expect(await arrival({ contextId, messageId: id, as: 'john' })).toBe(OTHER_USER);
      }
      // A waiter looks again now and then, which changes nothing either.
      expect(await everything(contextId)).toEqual(before);
    });

    it('strangers, with whatever token, meet a conversation that is not there', async () => {
      const { contextId, messageId } = met;
      const before = await everything(contextId);
      for (const stranger of [{ sub: 'user-2' }, { personalAgentId: 'pa-2' }, { brandId: 'brand-2' }]) {
        for (const whose of [{}, { as: 'jane' as const }, { as: 'john' as const }]) {
          expect(await arrival({ contextId, messageId, ...stranger, ...whose })).toBe(UNKNOWN);
          expect(await arrival({ contextId, ...stranger, ...whose })).toBe(UNKNOWN);
        }
      }
      expect(await everything(contextId)).toEqual(before);
    });

    it(`once the conversation is closed: ${closed}; another Brand user still only hears of the pin`, async () => {
      const { contextId, messageId } = met;
      await engine.run(`UPDATE context SET closed_at = now(), closed_by = 'operator' WHERE id = $1`, [
        contextId,
      ]);
      for (const whose of [{ as: 'jane' as const }, {}]) {
        expect(await arrival({ contextId, messageId, ...whose })).toBe(closed);
        expect(await arrival({ contextId, ...whose })).toBe(CLOSED);
      }
      expect(await arrival({ contextId, messageId, as: 'john' })).toBe(OTHER_USER);
    });
  },
);

describe("PACT wire §2: a new message in a Brand user's conversation", () => {
  it('[PACT-5.1-identity-alone] runs with the token and as an identity turn, and not for another Brand user', async () => {
    const { contextId } = await engine.send({ as: 'jane' });
    expect(await arrival({ contextId, as: 'jane' })).toBe('runs');
    expect(await arrival({ contextId })).toBe('runs');
    expect(await arrival({ contextId, as: 'john' })).toBe(OTHER_USER);
  });

  it('in a conversation of nobody yet, another Brand user counts as any other', async () => {
    const { contextId } = await engine.send();
    expect(await arrival({ contextId, as: 'john' })).toBe('runs');
    expect(await arrival({ contextId, as: 'jane' })).toBe(OTHER_USER);
  });

  it('P11: a retry key under the token acts as its message', async () => {
    const first = await engine.send({ as: 'jane', idempotencyKey: 'mine' });
    const again = await engine.send({ as: 'jane', idempotencyKey: 'mine' });
    expect({ ...again, receipt: again.receipt?.jws }).toEqual({ ...first, receipt: first.receipt?.jws });
    expect(await arrival({ as: 'john', idempotencyKey: 'mine' })).toBe(OTHER_USER);
  });
});
