import assert from 'node:assert/strict';
import type { A2aAnswer } from '@surety/testing';
import fc from 'fast-check';
import { type Exchange, type Outcome, WireConnection } from '../test-stack/wire-connection.test-kit';
import { assertBareStatus, assertDecent, assertExpected, reasonOf } from './expected-answer.test-kit';
import type { FuzzWorld } from './fuzz-world.test-kit';
import { type RequestDraft, requests, writeRequest } from './requests.test-kit';
import { type Garbage, garbage } from './socket-garbage.test-kit';

const CONNECTIONS = 16;
const BATCH = 250;
/**
 * No request takes longer (issue: no hang over 1 s). A machine that is busy with other things makes some seem to: what took
 * longer is asked again when all is quiet, and hangs when it does so each time. Nothing may take the longest time at all.
 */
const HANG_MS = 1_000;
const QUIET_TRIES = 3;
const LONGEST_MS = 15_000;
/** Rendering all metrics costs as much as a hundred requests. */
const COSTLY_ROUTE = '/metrics';

/** One thing to put on the wire, and how to judge what comes back. Throws when it is wrong. */
interface Shot {
  readonly what: string;
  readonly exchange: () => Exchange;
  readonly judge: (outcome: Outcome) => void;
}

const FAULTS_MAX = 10;
/** Of one answer, or of its connection. */
const VARYING = new Set(['date', 'request-id', 'connection', 'keep-alive']);

/** What a run saw. */
export class Tally {
  requests = 0;
  /** What was wrong: the bytes and why. A run ends at the tenth. */
  readonly faults: string[] = [];
  /** What took longer than it may, to be asked again. */
  readonly slow: Shot[] = [];
  /** INTERNAL by Brands that fail on purpose. */
  failuresOnPurpose = 0;
  slowestMs = 0;
  readonly statuses = new Map<string, number>();
  /** Bare 401s, without what differs between any two answers (P6). */
  readonly unauthenticated = new Set<string>();
  private readonly requestIds = new Set<string>();

  note(route: string, answer: A2aAnswer): void {
    const key = `${route} ${answer.status}`;
    this.statuses.set(key, (this.statuses.get(key) ?? 0) + 1);
    const id = answer.headers.get('request-id') ?? '';
    assert(!this.requestIds.has(id), `Request-Id ${id} came twice`);
    this.requestIds.add(id);
    if (answer.status !== 401 || answer.headers.get('www-authenticate')?.includes('error')) return;
    const same = [...answer.headers].filter(([name]) => !VARYING.has(name));
    this.unauthenticated.add(JSON.stringify([answer.text, same]));
  }
}

/** Sends `total` requests from one seed to every route, and judges each answer. */
export async function fuzz(
  world: FuzzWorld,
  routes: ReadonlyMap<string, readonly string[]>,
  { seed, total }: { readonly seed: number; readonly total: number },
): Promise<Tally> {
  const tally = new Tally();
  const shots = makeShots(world, routes, tally, seed);
  const worker = async () => {
    const lane = new Lane(world);
    try {
      while (tally.requests < total && tally.faults.length < FAULTS_MAX) {
        const shot = shots.next().value;
        await lane.fire(shot, tally);
      }
    } finally {
      lane.close();
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  const quiet = new Lane(world);
  for (const shot of tally.slow) await quiet.askAgain(shot, tally);
  quiet.close();
  return tally;
}

/** Endless shots; the same seed makes the same ones in the same order. */
function* makeShots(
  world: FuzzWorld,
  routes: ReadonlyMap<string, readonly string[]>,
  tally: Tally,
  seed: number,
): Generator<Shot, never> {
  const others = [...routes].filter(([route]) => route !== 'sendMessage');
  const verbs = routes.get('sendMessage') ?? [];
  const toOthers = others.map(([route, its]) => ({
    weight: route === COSTLY_ROUTE ? 1 : 5,
    arbitrary: requests(world, route, its),
  }));
  const arbitrary = fc.oneof(
    {
      weight: 12,
      arbitrary: requests(world, 'sendMessage', verbs).map(draft => shotOf(draft, world, tally)),
    },
    { weight: 7, arbitrary: fc.oneof(...toOthers).map(draft => shotOf(draft, world, tally)) },
    { weight: 1, arbitrary: garbage.map(each => garbageShot(each, world, tally)) },
  );
  for (let batch = 0; ; batch += 1) yield* fc.sample(arbitrary, { seed: seed + batch, numRuns: BATCH });
}

function shotOf(draft: RequestDraft, world: FuzzWorld, tally: Tally): Shot {
  const { method, target } = draft.line;
  return {
    what: `${draft.body?.what ?? 'no body'}: ${method} ${target} ${JSON.stringify(draft.credential)} ${draft.body?.bytes.subarray(0, 600).toString('latin1')}`,
    exchange: () => ({ bytes: writeRequest(draft, world), methods: [method] }),
    judge: ({ answers: [answer] }) => {
      assert(answer, 'the connection ended without an answer');
      tally.note(draft.route, answer);
      const onPurpose =
        answer.status === 500 && reasonOf(answer) === 'INTERNAL' && target.includes(world.brandOf('broken'));
      if (onPurpose) tally.failuresOnPurpose += 1;
      else assertDecent(answer);
      assertExpected(draft, answer, world);
    },
  };
}

function garbageShot({ what, exchange, statuses }: Garbage, world: FuzzWorld, tally: Tally): Shot {
  return {
    what,
    exchange: () => exchange(world),
    judge: ({ answers }) => {
      for (const [n, answer] of answers.entries()) {
        tally.note('garbage', answer);
        assertDecent(answer);
        assert((statuses[n] ?? []).includes(answer.status), `${answer.status} for ${what}`);
        if (answer.status !== 200 && answer.headers.get('content-type') !== 'application/a2a+json') {
          assertBareStatus(answer);
        }
      }
      assert.equal(answers.length, statuses.length, `answers to ${what}`);
    },
  };
}

/** One connection after another, kept alive as long as the server does. */
class Lane {
  private connection: WireConnection | undefined;
  /** What the connection carried before: a fault may come of it. */
  private before = 'nothing';

  constructor(private readonly world: FuzzWorld) {}

  async fire(shot: Shot, tally: Tally): Promise<void> {
    try {
      const { milliseconds } = await this.once(shot, tally);
      tally.slowestMs = Math.max(tally.slowestMs, milliseconds);
      assert(milliseconds < LONGEST_MS, `${milliseconds} ms`);
      if (milliseconds > HANG_MS) tally.slow.push(shot);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      tally.faults.push(`${shot.what}: ${why}; before it came ${this.before}`);
      this.close();
    } finally {
      this.before = shot.what;
    }
  }

  /** Asks alone what took too long among others. */
  async askAgain(shot: Shot, tally: Tally): Promise<void> {
    const times: number[] = [];
    while (times.length < QUIET_TRIES) {
      const { milliseconds } = await this.once(shot, tally);
      if (milliseconds <= HANG_MS) return;
      times.push(milliseconds);
    }
    tally.faults.push(`${shot.what}: hangs, ${times.join(', ')} ms`);
  }

  close(): void {
    this.connection?.close();
  }

  private async once(shot: Shot, tally: Tally): Promise<Outcome> {
    if (!this.connection?.reusable) {
      this.connection?.close();
      this.before = 'nothing';
      this.connection = await WireConnection.open(this.world.origin);
    }
    const exchange = shot.exchange();
    tally.requests += exchange.methods.length;
    const outcome = await this.connection.exchange(exchange);
    if (exchange.halfClose) this.connection.close();
    shot.judge(outcome);
    return outcome;
  }
}
