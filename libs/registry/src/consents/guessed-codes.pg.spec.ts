import type { Guesser } from './guessed-codes.repository';
import { ConsentWorld } from './consent-world.test-kit';

let world: ConsentWorld;

beforeAll(async () => {
  world = await ConsentWorld.open();
});
afterAll(() => world.close());
beforeEach(() => world.run('TRUNCATE wrong_code'));

const who = (changes: Partial<Guesser> = {}): Guesser => ({
  source: '192.0.2.1',
  brandUser: 'jane',
  brandId: 'brand-1',
  ...changes,
});
const wrong = (guesser: Guesser) => world.guesses.guess(guesser, () => Promise.resolve(undefined));
const right = (guesser: Guesser) => world.guesses.guess(guesser, () => Promise.resolve('found'));
const kinds = async (tries: Promise<{ kind: string }>[]) =>
  (await Promise.all(tries)).map(({ kind }) => kind);

it('P17: a source has ten wrong codes in ten minutes, whoever is signed in', async () => {
  for (let at = 0; at < 10; at += 1) expect((await wrong(who({ brandUser: `u${at}` }))).kind).toBe('wrong');
  const refused = await right(who({ brandUser: 'new' }));
  expect(refused).toMatchObject({ kind: 'refused' });
  expect(refused.kind === 'refused' && refused.retryAfterSeconds).toBeGreaterThan(0);
});

it('P17: a Brand user has five, from wherever, at one Brand', async () => {
  for (let at = 0; at < 5; at += 1)
    expect((await wrong(who({ source: `192.0.2.${at}` }))).kind).toBe('wrong');
  expect((await right(who({ source: '198.51.100.1' }))).kind).toBe('refused');
  expect((await right(who({ source: '198.51.100.1', brandId: 'brand-2' }))).kind).toBe('right');
});

it('P17: a right code resets nothing and counts for nothing', async () => {
  for (let at = 0; at < 20; at += 1) expect((await right(who())).kind).toBe('right');
  for (let at = 0; at < 4; at += 1) await wrong(who());
  expect(await right(who())).toEqual({ kind: 'right', value: 'found' });
  expect((await wrong(who())).kind).toBe('wrong');
  expect((await right(who())).kind).toBe('refused');
});

it('field 21: many tries at once are no more than many in a row', async () => {
  const bySource = await kinds(Array.from({ length: 40 }, (_, at) => wrong(who({ brandUser: `u${at}` }))));
  expect(bySource.filter(kind => kind === 'wrong')).toHaveLength(10);
  const byUser = await kinds(Array.from({ length: 20 }, (_, at) => wrong(who({ source: `10.0.0.${at}` }))));
  expect(byUser.filter(kind => kind === 'wrong')).toHaveLength(5);
});

it('P17: nobody locks others out, not even with a hundred wrong codes a minute at one Brand', async () => {
  for (let batch = 0; batch < 11; batch += 1) {
    const tries = Array.from({ length: 10 }, (_, at) =>
      wrong(who({ source: `10.${batch}.0.1`, brandUser: `attacker-${batch}-${at}` })),
    );
    await Promise.all(tries);
  }
  expect((await right(who({ source: '203.0.113.9', brandUser: 'honest' }))).kind).toBe('right');
  await wrong(who({ source: '203.0.113.8', brandUser: 'once-wrong' }));
  expect((await right(who({ source: '203.0.113.7', brandUser: 'once-wrong' }))).kind).toBe('refused');
  expect(
    (await right(who({ source: '203.0.113.7', brandUser: 'once-wrong', brandId: 'brand-2' }))).kind,
  ).toBe('right');
});

it('P17: ten minutes later a source may try again', async () => {
  for (let at = 0; at < 10; at += 1) await wrong(who({ brandUser: `u${at}` }));
  await world.run('UPDATE wrong_code SET slice = slice - 11');
  expect((await right(who())).kind).toBe('right');
});

it('P21: burns a jti once per Brand, also when many come at once, and gives it back when the look fails', async () => {
  const burns = await Promise.all(Array.from({ length: 10 }, () => world.jtis.burn('brand-1', 'j')));
  expect(burns.filter(Boolean)).toHaveLength(1);
  expect(await world.jtis.burn('brand-2', 'j')).toBe(true);
  const look = world.guesses.guess(who(), async tx => {
    await world.jtis.burn('brand-1', 'lost', tx);
    throw new Error('the database went away');
  });
  await expect(look).rejects.toThrow('went away');
  expect(await world.jtis.burn('brand-1', 'lost')).toBe(true);
});

it("P22: a live session is one Brand's, for fifteen minutes", async () => {
  const hash = Buffer.alloc(32, 1);
  await world.liveSessions.open({ hash, brandId: 'brand-1', brandUser: 'jane', email: 'jane@example.com' });
  expect(await world.liveSessions.find('brand-1', hash)).toEqual({
    brandUser: 'jane',
    email: 'jane@example.com',
    name: undefined,
  });
  expect(await world.liveSessions.find('brand-2', hash)).toBeUndefined();
  expect(await world.liveSessions.find('brand-1', Buffer.alloc(32, 2))).toBeUndefined();
  await world.run('UPDATE live_session SET expires_at = clock_timestamp()');
  expect(await world.liveSessions.find('brand-1', hash)).toBeUndefined();
});

it.each<[string, (at: number) => Partial<Guesser>]>([
  ['one source', at => ({ brandUser: `u${at}` })],
  ['one Brand user', at => ({ source: `10.9.0.${at}` })],
])('P17, P25: many tries of %s at once leave the database to others', async (_, changes) => {
  let finish = (): void => undefined;
  const finished = new Promise<void>(resolve => (finish = resolve));
  const slow = Array.from({ length: 60 }, (_each, at) =>
    world.guesses.guess(who(changes(at)), async () => {
      await finished;
      return 'found';
    }),
  );
  const other = await right(who({ source: '203.0.113.9', brandUser: 'honest' }));
  finish();
  expect(other.kind).toBe('right');
  expect(new Set(await kinds(slow))).toEqual(new Set(['right']));
});
