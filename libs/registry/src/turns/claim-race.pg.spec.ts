import { TurnWorld, claimed } from './turn-world.test-kit';

jest.setTimeout(30_000);

let world: TurnWorld;

beforeAll(async () => {
  world = await TurnWorld.open(32);
});
afterAll(() => world.close());

const PARALLEL = 40;
const inParallel = <T>(n: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: n }, (_, index) => work(index)));

describe.each([
  ['in one process, which sends them together', false],
  ['in as many replicas', true],
])('claims that race (PACT 4.3, P10, P12) %s', (_where, callersAreReplicas) => {
  beforeAll(() => {
    world.callersAreReplicas = callersAreReplicas;
  });

  it('gives one run to one messageId, however many copies arrive at once', async () => {
    const { contextId } = await world.answered();
    for (let round = 0; round < 10; round += 1) {
      const messageId = world.freshMessageId();
      const facts = await inParallel(PARALLEL, () => world.next(contextId, { messageId }));
      const winners = facts.filter(each => each.claimed);
      expect(winners).toHaveLength(1);
      const losers = facts.filter(each => !each.claimed);
      expect(new Set(losers.map(({ met }) => met?.state))).toEqual(new Set(['running']));
      expect(losers.every(({ met }) => met?.live)).toBe(true);
      expect((await world.context(contextId)).last_turn).toBe(claimed(winners[0]!).turnNumber);
      await world.turns.store(claimed(winners[0]!), 'Reply', false);
    }
  });

  it('re-opens an expired run once, however many copies arrive at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { contextId, turnId, messageId } = await world.first();
      await world.expire(turnId);
      const facts = await inParallel(PARALLEL, () => world.next(contextId, { messageId }));
      expect(facts.filter(each => each.claimed).map(each => each.claimed?.run)).toEqual([2]);
      expect(await world.turn(turnId)).toMatchObject({ run: 2, turn_number: 2, state: 'running' });
    }
  });

  it('gives different messages different numbers without a gap, and lets one of them run', async () => {
    const { contextId } = await world.answered();
    const facts = await inParallel(PARALLEL, () => world.next(contextId));
    const turns = facts.map(claimed).sort((a, b) => a.turnNumber - b.turnNumber);
    expect(turns.map(turn => turn.turnNumber)).toEqual(turns.map((_, index) => index + 2));
    expect(turns.map(turn => turn.state)).toEqual(
      turns.map((_, index) => (index === 0 ? 'running' : 'waiting')),
    );
  });

  it('never runs two turns of one conversation at once, in order, while all of them press to start', async () => {
    const { contextId } = await world.answered();
    const finished: number[] = [];
    let running = 0;
    await inParallel(PARALLEL, async () => {
      const turn = claimed(await world.next(contextId));
      let { state }: { state: string } = turn;
      while (state !== 'running') state = (await world.turns.start(turn)).outcome;
      running += 1;
      expect(running).toBe(1);
      // Two round trips inside, so that another one that runs by mistake is seen.
      await world.run('SELECT pg_sleep(0.001)');
      running -= 1;
      finished.push(turn.turnNumber);
      expect(await world.turns.store(turn, 'Reply', false)).toBe(true);
    });
    expect(finished).toEqual([...finished].sort((a, b) => a - b));
    expect(finished).toHaveLength(PARALLEL);
  });

  it('mixes copies, new messages and failures without a second run of any message', async () => {
    const { contextId } = await world.answered();
    const ids = Array.from({ length: 8 }, () => world.freshMessageId());
    const runs = new Map<string, number>();
    await inParallel(60, async index => {
      const messageId = ids[index % ids.length]!;
      const turn = (await world.next(contextId, { messageId })).claimed;
      if (!turn) return;
      let { state }: { state: string } = turn;
      while (state === 'waiting') state = (await world.turns.start(turn)).outcome;
      expect(state).toBe('running');
      runs.set(messageId, (runs.get(messageId) ?? 0) + 1);
      await world.turns.store(turn, 'Reply', false);
    });
    expect([...runs.values()]).toEqual(ids.map(() => 1));
  });

  it('lets a late reply win over the claim that would re-open its turn', async () => {
    for (let round = 0; round < 20; round += 1) {
      const turn = await world.first();
      await world.expire(turn.turnId);
      const { messageId, contextId } = turn;
      const [stored, facts] = await Promise.all([
        world.turns.store(turn, 'Late', false),
        world.next(contextId, { messageId }),
      ]);
      expect(stored).toBe(facts.claimed === undefined);
      if (stored) expect(facts.met).toMatchObject({ state: 'answered', replyText: 'Late' });
    }
  });

  it('never deadlocks between a late reply that closes and the claims that would re-open its turn', async () => {
    for (let round = 0; round < 40; round += 1) {
      const turn = await world.first();
      await world.expire(turn.turnId);
      const { contextId, messageId } = turn;
      const [stored, ...facts] = await Promise.all([
        world.turns.store(turn, 'Late', true),
        ...Array.from({ length: 3 }, () => world.next(contextId, { messageId })),
      ]);
      expect(facts.filter(each => each.claimed)).toHaveLength(stored ? 0 : 1);
    }
  });

  it('closes with a reply while messages arrive, without a deadlock and without a turn after the end', async () => {
    for (let round = 0; round < 10; round += 1) {
      const turn = await world.first();
      const { contextId, messageId } = turn;
      const [stored, ...facts] = await Promise.all([
        world.turns.store(turn, 'Goodbye', true),
        ...Array.from({ length: 10 }, () => world.next(contextId)),
        world.next(contextId, { messageId }),
      ]);
      expect(stored).toBe(true);
      for (const { claimed: late, context } of facts)
        expect(late !== undefined || context !== undefined).toBe(true);
      const after = await world.next(contextId);
      expect(after.claimed).toBeUndefined();
      expect(after.context?.closed).toBe(true);
    }
  });

  it('takes one Idempotency-Key once, however many first messages carry it (P11)', async () => {
    const idempotencyKey = { key: `k-race-${callersAreReplicas}`, contentHash: 'h' };
    const messageId = world.freshMessageId();
    const message = { ...world.owner, messageId, text: 'Hello', idempotencyKey };
    const facts = await inParallel(PARALLEL, () => world.turns.claimFirst(message));
    const winners = facts.filter(each => each.claimed);
    expect(winners).toHaveLength(1);
    const { contextId } = claimed(winners[0]!);
    for (const { met, context } of facts.filter(each => !each.claimed)) {
      expect(context?.id).toBe(contextId);
      expect(met).toMatchObject({ state: 'running', live: true });
    }
    const [count] = await world.run<{ n: number }>(
      'SELECT count(*)::integer AS n FROM context WHERE id IN (SELECT context_id FROM turn WHERE message_id = $1)',
      [messageId],
    );
    expect(count?.n).toBe(1);
  });
});
