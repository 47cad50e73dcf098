import type { CallLedger } from '@surety/agents';
import { armFailPoints } from '@surety/platform';
import { SAYS } from './turn-cases.test-kit';
import { type Behaviour, TurnEngine, refusalText } from './turn-engine.test-kit';
import { TURN_FAIL_POINTS } from './turn-fail-points';

jest.setTimeout(30_000);

let engine: TurnEngine;

beforeAll(async () => {
  engine = await TurnEngine.start();
});
afterAll(() => engine.stop());
afterEach(() => armFailPoints(undefined));

const NO_REPLY = 'INVALID_PARAMS: No stored reply for this messageId';
const TOOL = { name: 'cancel_order', argsHash: undefined, scopes: ['orders:cancel'] };

/** Cancels an order unless it was cancelled before, and then needs more. */
const cancelling =
  (effect: boolean): Behaviour =>
  async (turn, ledger: CallLedger) => {
    if (!turn.resumedFrom?.some(({ result }) => result !== undefined)) {
      const call = { step: 1, attempt: 1, callId: 'c1' };
      await ledger.begin({ ...call, effect, tool: TOOL });
      await ledger.settle({ ...call, state: 'done', result: { ok: true } });
    }
    return { kind: 'step-up', missingScopes: ['refunds:issue'], text: 'May I?' };
  };

/** Points that another kind of turn passes, or that come before anything of this one. */
const elsewhere = new Set(['turn.arrived', 'turn.waiting', 'turn.striking', 'turn.stored', 'turn.failing']);
const points = TURN_FAIL_POINTS.filter(point => !elsewhere.has(point));
/** From here on a call of this run may have been sent, and the step-up that keeps its result is not stored. */
const AT_RISK = ['turn.recorded', 'turn.settling', 'turn.settled', 'turn.answered'];

describe('P10, P28: a fault at any step of a step-up', () => {
  it.each(points.flatMap(point => [[point, true] as const, [point, false] as const]))(
    '%s, a call with an effect: %s: what was written is never written twice',
    async (point, effect) => {
      engine.behave = SAYS;
      const { contextId } = await engine.send({ as: 'jane' });
      const sent = { contextId, messageId: engine.freshMessageId(), as: 'jane' as const };
      engine.behave = cancelling(effect);
      armFailPoints(`${point}=error:1`);
      expect(await engine.stepUp(sent).catch(refusalText)).toBe('INTERNAL: Internal error');
      armFailPoints(undefined);
      const again = await engine.stepUp(sent).catch(refusalText);
      if (effect && AT_RISK.includes(point)) {
        expect(again).toBe(NO_REPLY);
      } else {
        expect(again).toMatchObject({
          missingScopes: ['refunds:issue'],
          receipt: { claims: { user: 'jane' } },
        });
      }
      const writes = await engine.run(
        `SELECT FROM turn_call JOIN turn ON turn.id = turn_id WHERE context_id = $1 AND message_id = $2 AND effect`,
        [contextId, sent.messageId],
      );
      expect(writes).toHaveLength(effect ? 1 : 0);
      engine.behave = SAYS;
      expect((await engine.send({ contextId, as: 'jane' })).text).toBe('You said: Hello');
    },
  );

  it('PostgreSQL away for a moment while it is stored: the step-up is not lost (P37)', async () => {
    engine.behave = SAYS;
    const { contextId } = await engine.send({ as: 'jane' });
    engine.behave = async (turn, ledger, signal) => {
      const answer = await cancelling(true)(turn, ledger, signal);
      await engine.gate.shut();
      setTimeout(() => void engine.gate.open(), 700);
      return answer;
    };
    const messageId = engine.freshMessageId();
    // The receipt asks for the calls of the run before the store tries again and again.
    const outcome = await engine.stepUp({ contextId, messageId, as: 'jane' }).catch(refusalText);
    expect(outcome).toMatchObject({ receipt: { claims: { actions: [{ tool: 'cancel_order' }] } } });
  });
});
