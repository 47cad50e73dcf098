import { FuzzWorld } from './fuzz-world.test-kit';
import { type Tally, fuzz } from './fuzz-run.test-kit';
import { publicRoutes } from './targets.test-kit';

const TOTAL = 20_000;
const PAST_AUTHENTICATION = 0.4;
/** Every stage of P8 but the pin, which needs delegation; and the two of the request beside it. */
const STAGES = [
  'body',
  'json',
  'schema',
  'taskId',
  'role',
  'part-kinds',
  'blank-text',
  'idempotency-key',
  'context-owner',
  'repeated-messageId',
  'closed',
  'agent',
];

const seed = Number(process.env['SURETY_FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

describe(`Bad input, seed ${seed} (SURETY_FUZZ_SEED repeats it)`, () => {
  let world: FuzzWorld;
  let tally: Tally;

  beforeAll(async () => {
    world = await FuzzWorld.open();
    tally = await fuzz(world, publicRoutes(world.routes), { seed, total: TOTAL });
    const [tokens, stages] = await Promise.all([
      world.counted('surety_pa_jwt_total', 'outcome'),
      world.counted('surety_message_refusals_total', 'stage'),
    ]);
    const { requests, slowestMs, failuresOnPurpose, slow } = tally;
    const statuses = Object.fromEntries([...tally.statuses].sort());
    process.stdout.write(
      `${JSON.stringify({ seed, requests, slowestMs: Math.round(slowestMs), slow: slow.length, failuresOnPurpose, statuses, tokens, stages }, null, 1)}\n`,
    );
  }, 300_000);

  afterAll(() => world.close());

  it('answers at least 20,000 requests as the order of checks says, without a server fault and without a hang', () => {
    expect(tally.faults).toEqual([]);
    expect(tally.requests).toBeGreaterThanOrEqual(TOTAL);
  });

  it('gets past authentication with at least two of five', async () => {
    const { verified = 0, remembered = 0 } = await world.counted('surety_pa_jwt_total', 'outcome');
    expect(verified).toBeGreaterThan(0);
    expect(remembered).toBeGreaterThan(0);
    expect((verified + remembered) / tally.requests).toBeGreaterThanOrEqual(PAST_AUTHENTICATION);
  });

  it.each(STAGES)('P8: has messages refused at the stage %s', async stage => {
    const stages = await world.counted('surety_message_refusals_total', 'stage');
    expect(stages[stage]).toBeGreaterThan(0);
  });

  it('has every running route asked', () => {
    const asked = new Set([...tally.statuses.keys()].map(key => key.split(' ')[0]));
    expect([...publicRoutes(world.routes).keys()].filter(route => !asked.has(route))).toEqual([]);
  });

  it('P6: gives every unauthenticated request the same answer', () => {
    expect(tally.unauthenticated.size).toBe(1);
  });
});
