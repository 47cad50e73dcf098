import type { JwksOutcome } from '@surety/registry';
import { type PublicSigningJwk, generateSigningJwk } from '@surety/tokens';
import { JwksCache, type JwksOwner } from './jwks-cache.service';
import { KeptObservations, ScriptedEgress, SetClock, settled } from './scripted-egress.test-kit';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const es256 = (kid: string): PublicSigningJwk => ({ ...generateSigningJwk('ES256').publicJwk, kid });
const one = es256('one');
const two = es256('two');
const owner: JwksOwner = { issuer: 'https://pa.example', jwksUri: 'https://pa.example/jwks' };
const other: JwksOwner = { issuer: 'https://pb.example', jwksUri: 'https://pb.example/jwks' };

function setUp(maxEntries = 100) {
  const egress = new ScriptedEgress();
  const clock = new SetClock(1_000 * MINUTE);
  const observer = new KeptObservations();
  const reports: [string, JwksOutcome][] = [];
  const faults: unknown[] = [];
  const cache = new JwksCache({
    egress,
    clock,
    observer,
    maxEntries,
    onReport: ({ issuer }, report) => reports.push([issuer, report]),
    onFault: error => faults.push(error),
  });
  /** Asks for keys and says what came: the kids of the set, or why there is none. */
  const ask = async (kid: string | undefined, whose = owner) => {
    const begunAtArrival = cache.arrive(whose);
    const keys = await cache.keysFor(whose, { wanted: { alg: 'ES256', kid }, begunAtArrival });
    return keys.ok ? keys.value.map(key => key.kid) : keys.error;
  };
  return { egress, clock, observer, reports, faults, cache, ask };
}

describe('P25: the key set of a personal agent', () => {
  it('is fetched once for many tokens at once, and not again while it is fresh', async () => {
    const { egress, clock, ask } = setUp();
    egress.isManual = true;
    const asked = Promise.all(Array.from({ length: 50 }, () => ask('one')));
    await settled();
    expect(egress.urls).toEqual([owner.jwksUri]);
    await egress.pending[0]?.answer({ keys: [one] });
    expect(await asked).toEqual(Array.from({ length: 50 }, () => ['one']));
    clock.pass(10 * MINUTE);
    expect(await ask('one')).toEqual(['one']);
    expect(egress.urls).toHaveLength(1);
  });

  it('is served while it is fetched again in the background, also when that fails', async () => {
    const { egress, clock, ask } = setUp();
    egress.publish(owner.jwksUri, [one]);
    await ask('one');
    clock.pass(11 * MINUTE);
    egress.isManual = true;
    expect(await ask('one')).toEqual(['one']);
    expect(await ask('one')).toEqual(['one']);
    expect(egress.pending).toHaveLength(1);
    await egress.pending[0]?.fail();
    expect(await ask('one')).toEqual(['one']);
    expect(egress.pending).toHaveLength(1);
    clock.pass(5 * SECOND);
    expect(await ask('one')).toEqual(['one']);
    expect(egress.pending).toHaveLength(2);
    await egress.pending[1]?.answer({ keys: [one, two] });
    expect(await ask('two')).toEqual(['one', 'two']);
  });

  it('works through an outage for an hour and is then refused, never with a fault', async () => {
    const { egress, clock, ask } = setUp();
    egress.publish(owner.jwksUri, [one]);
    await ask('one');
    egress.bodies.clear();
    for (let minute = 1; minute <= 60; minute += 1) {
      clock.pass(MINUTE);
      expect(await ask('one')).toEqual(['one']);
      await settled();
    }
    clock.pass(1);
    expect(await ask('one')).toBe('no_keys');
    egress.publish(owner.jwksUri, [one]);
    clock.pass(30 * SECOND);
    expect(await ask('one')).toEqual(['one']);
  });

  it('finds a rotated key at once, and asks at most once per 30 s for keys that never come', async () => {
    const { egress, clock, ask } = setUp();
    egress.publish(owner.jwksUri, [one]);
    await ask('one');
    egress.publish(owner.jwksUri, [one, two]);
    expect(await ask('two')).toEqual(['one', 'two']);
    expect(egress.urls).toHaveLength(2);
    for (let second = 0; second < 300; second += 1) {
      expect(await Promise.all([ask(`flood-${second}`), ask('flood'), ask('one')])).toEqual([
        'unknown_kid',
        'unknown_kid',
        ['one', 'two'],
      ]);
      clock.pass(SECOND);
    }
    expect(egress.urls.length).toBeLessThanOrEqual(2 + 300 / 30);
  });

  it('is asked for a token without kid whose keys have all been tried, under the same 30 s', async () => {
    const { egress, cache, ask } = setUp();
    egress.publish(owner.jwksUri, [one]);
    expect(await ask(undefined)).toEqual(['one']);
    const need = { wanted: { alg: 'ES256' as const }, begunAtArrival: cache.arrive(owner) };
    const first = await cache.keysFor(owner, need);
    if (!first.ok) throw new Error(first.error);
    egress.publish(owner.jwksUri, [two]);
    const second = await cache.keysFor(owner, { ...need, exhausted: first.value });
    expect(second.ok && second.value.map(key => key.kid)).toEqual(['two']);
    const third = await cache.keysFor(owner, { ...need, exhausted: second.ok ? second.value : [] });
    expect(third).toEqual({ ok: false, error: 'unknown_kid' });
    expect(egress.urls).toHaveLength(2);
  });

  it('is refused cold with the host down, without a request for each token', async () => {
    const { egress, clock, ask } = setUp();
    expect(await Promise.all([ask('one'), ask('one')])).toEqual(['no_keys', 'no_keys']);
    expect(await ask('one')).toBe('no_keys');
    expect(egress.urls).toHaveLength(1);
    clock.pass(5 * SECOND);
    egress.publish(owner.jwksUri, [one]);
    expect(await ask('one')).toEqual(['one']);
  });

  it.each([
    ['no JSON', '<html>', 200],
    ['no key set', '{"jwks":[]}', 200],
    ['another status', { keys: [one] }, 203],
    ['an error', { keys: [one] }, 500],
  ])('is not taken from an answer with %s', async (_, body, status) => {
    const { egress, ask } = setUp();
    egress.isManual = true;
    const asked = ask('one');
    await settled();
    await egress.pending[0]?.answer(body, status);
    expect(await asked).toBe('no_keys');
  });

  it('never waits for another personal agent', async () => {
    const { egress, ask } = setUp();
    egress.isManual = true;
    const slow = ask('one');
    const quick = ask('two', other);
    await settled();
    await egress.pending[1]?.answer({ keys: [two] });
    expect(await quick).toEqual(['two']);
    await egress.pending[0]?.fail();
    expect(await slow).toBe('no_keys');
  });

  it('is dropped when the address changes, and a late answer of the old one changes nothing', async () => {
    const { egress, ask } = setUp();
    egress.publish(owner.jwksUri, [one]);
    await ask('one');
    const moved = { ...owner, jwksUri: 'https://pa.example/new' };
    egress.isManual = true;
    const old = ask('gone', owner);
    const asked = ask('two', moved);
    await settled();
    await egress.pending[1]?.answer({ keys: [two] });
    expect(await asked).toEqual(['two']);
    await egress.pending[0]?.answer({ keys: [one] });
    expect(await old).toBe('unknown_kid');
    expect(await ask('two', moved)).toEqual(['two']);
    egress.isManual = false;
    egress.bodies.clear();
    expect(await ask('one', moved)).toBe('unknown_kid');
  });

  it('is one of a bounded number', async () => {
    const { egress, ask } = setUp(2);
    for (const name of ['a', 'b', 'c']) {
      const whose = { issuer: `https://${name}.example`, jwksUri: `https://${name}.example/jwks` };
      egress.publish(whose.jwksUri, [one]);
      await ask('one', whose);
    }
    await ask('one', { issuer: 'https://a.example', jwksUri: 'https://a.example/jwks' });
    expect(egress.urls.filter(url => url.startsWith('https://a.'))).toHaveLength(2);
  });

  it('is reported after each fetch, with kids that a database can hold', async () => {
    const { egress, clock, reports, observer, ask } = setUp();
    egress.publish(owner.jwksUri, [one, es256('a\0b'), es256('k'.repeat(2_000)), two]);
    await ask('one');
    const fetchedAtMs = clock.now;
    egress.bodies.clear();
    await ask('unknown');
    expect(reports).toEqual([
      [owner.issuer, { fetchedAtMs, kids: ['one', 'two'] }],
      [owner.issuer, { kids: [], error: 'connect: nobody listens' }],
    ]);
    expect(observer.fetches).toEqual(['load good', 'unknown_kid failed']);
  });

  it('turns only failures of the other side into a refusal: our own reach the caller, or the log', async () => {
    const { egress, clock, faults, ask } = setUp();
    egress.isManual = true;
    const asked = ask('one');
    const refused = expect(asked).rejects.toThrow('our bug');
    await settled();
    await egress.pending[0]?.crash(new TypeError('our bug'));
    await refused;
    clock.pass(5 * SECOND);
    const again = ask('one');
    await settled();
    await egress.pending[1]?.answer({ keys: [one] });
    expect(await again).toEqual(['one']);
    clock.pass(11 * MINUTE);
    expect(await ask('one')).toEqual(['one']);
    await egress.pending[2]?.crash(new TypeError('our bug'));
    expect(faults).toEqual([new TypeError('our bug')]);
    expect(await ask('one')).toEqual(['one']);
  });
});
