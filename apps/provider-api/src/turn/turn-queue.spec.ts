import type { NotificationListener } from '@surety/platform';
import type { ClaimedTurn, StartFacts, Turns } from '@surety/registry';
import { TurnQueue } from './turn-queue';

const CONTEXT = 'ctx_1';

/** A conversation whose lower turns end when told, and that counts how often it is looked at. */
function conversation() {
  const state = { ended: 0, looks: 0, lookedAt: new Set<number>(), facts: {} as Partial<StartFacts> };
  let notify: (contextId: string) => void = () => undefined;
  const turns = {
    start: async ({ turnNumber }: ClaimedTurn): Promise<StartFacts> => {
      state.looks += 1;
      state.lookedAt.add(turnNumber);
      const free = state.ended === turnNumber - 1;
      const facts = { personalAgentEnabled: true, brandOpen: true, otherUser: false, closed: false };
      const grant = { live: true, scopes: [] };
      return {
        ...facts,
        grant,
        agentDeadlineSeconds: 30,
        outcome: free ? 'running' : 'waiting',
        ...state.facts,
      };
    },
  } as unknown as Turns;
  const listener = { on: (_channel: string, handler: typeof notify) => (notify = handler) };
  const queue = new TurnQueue(turns, listener as unknown as NotificationListener);
  queue.onModuleInit();
  const end = (turnNumber: number) => {
    state.ended = turnNumber;
    notify(CONTEXT);
  };
  return { queue, state, end };
}

const turn = (turnNumber: number): ClaimedTurn => ({
  contextId: CONTEXT,
  turnId: `tn_${turnNumber}`,
  run: 1,
  messageId: `m-${turnNumber}`,
  turnNumber,
  state: 'waiting',
  steps: 0,
  steppedUpRun: null,
});

const settled = () => new Promise(resolve => setImmediate(resolve));

describe('TurnQueue (P12)', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate'] }));
  afterEach(() => jest.useRealTimers());

  it('runs waiters in the order of their numbers, whatever the order of their coming', async () => {
    const { queue, end } = conversation();
    const order: number[] = [];
    const waiting = [4, 2, 3].map(number =>
      queue.takeTurn(turn(number)).then(() => {
        order.push(number);
        end(number);
      }),
    );
    await settled();
    end(1);
    await Promise.all(waiting);
    expect(order).toEqual([2, 3, 4]);
  });

  it('costs a few looks a turn, however many wait', async () => {
    const { queue, state, end } = conversation();
    const many = 300;
    const waiting = Array.from({ length: many }, (_, i) =>
      queue.takeTurn(turn(i + 2)).then(() => end(i + 2)),
    );
    await settled();
    end(1);
    await Promise.all(waiting);
    expect(state.looks).toBeLessThanOrEqual(3 * many);
  });

  it('lets only the first look while nothing ends', async () => {
    const { queue, state } = conversation();
    const waiting = [2, 3, 4].map(number => queue.takeTurn(turn(number)));
    waiting.forEach(wait => wait.catch(() => undefined));
    for (let look = 0; look < 8; look += 1) {
      await settled();
      jest.advanceTimersByTime(250);
    }
    await settled();
    expect([...state.lookedAt]).toEqual([2]);
    expect(state.looks).toBe(9);
  });

  it('looks by itself when a lower turn dies without a word', async () => {
    const { queue, state } = conversation();
    const waiting = queue.takeTurn(turn(2));
    await settled();
    state.ended = 1;
    jest.advanceTimersByTime(250);
    await expect(waiting).resolves.toMatchObject({ outcome: 'running', agentDeadlineSeconds: 30 });
  });

  it('gives up after 30 seconds, first or not', async () => {
    const { queue } = conversation();
    const waiting = [2, 3].map(number => queue.takeTurn(turn(number)));
    const outcomes = Promise.allSettled(waiting);
    for (let look = 0; look < 125; look += 1) {
      await settled();
      jest.advanceTimersByTime(250);
    }
    expect((await outcomes).map(outcome => outcome.status)).toEqual(['rejected', 'rejected']);
    await expect(waiting[1]).rejects.toMatchObject({ code: 'wait_timeout' });
  });

  it('refuses everyone in line once the conversation is closed', async () => {
    const { queue, state, end } = conversation();
    const outcomes = Promise.allSettled([2, 3, 4].map(number => queue.takeTurn(turn(number))));
    await settled();
    state.facts = { outcome: 'waiting', closed: true };
    end(1);
    const codes = (await outcomes).map(outcome => outcome.status === 'rejected' && outcome.reason.code);
    expect(codes).toEqual(['closed', 'closed', 'closed']);
  });
});
