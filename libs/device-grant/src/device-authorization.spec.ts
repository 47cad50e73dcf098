import fc from 'fast-check';
import { type DeviceAuthorization, deviceState, pollDevice, stepDevice } from './device-authorization';
import { deviceDiagram } from './device-diagram';
import {
  DEVICE_EVENTS,
  DEVICE_TABLE,
  type DeviceEvent,
  type DeviceState,
  STORED_DEVICE_STATES,
} from './device-states';
import { FIRST_PACE } from './poll-pace';

const BEGIN = 1_796_000_000_000;
const END = BEGIN + 600_000;
const ALICE = { brandId: 'b1', personalAgentId: 'pa1', sub: 'alice' };

function authorization(change: Partial<DeviceAuthorization> = {}): DeviceAuthorization {
  return { state: 'pending', expiresAtMs: END, pace: FIRST_PACE, grantOver: false, ...change };
}

/** What poll, approve, deny and exchange get, and the stored state after each. */
function answersOf(state: DeviceAuthorization, nowMs: number): string[] {
  return DEVICE_EVENTS.map(event => {
    const { answer, next } = stepDevice(state, event, nowMs);
    return next.state === state.state ? answer : `${answer} -> ${next.state}`;
  });
}

describe('RFC 8628 3.5, P17: what an event gets in each state', () => {
  const page = ['too_late', 'too_late'];
  it.each<[string, Partial<DeviceAuthorization>, number, string[]]>([
    [
      'pending',
      {},
      BEGIN,
      ['authorization_pending', 'decided -> approved', 'decided -> denied', 'authorization_pending'],
    ],
    [
      'pending in its last millisecond',
      {},
      END - 1,
      ['authorization_pending', 'decided -> approved', 'decided -> denied', 'authorization_pending'],
    ],
    ['pending at its end', {}, END, ['expired_token', ...page, 'expired_token']],
    ['approved', { state: 'approved' }, END - 1, ['redeem', ...page, 'tokens -> consumed']],
    ['approved at its end', { state: 'approved' }, END, ['expired_token', ...page, 'expired_token']],
    [
      'approved, grant over',
      { state: 'approved', grantOver: true },
      BEGIN,
      ['invalid_grant', ...page, 'invalid_grant'],
    ],
    [
      'approved, grant over, at its end',
      { state: 'approved', grantOver: true },
      END,
      ['expired_token', ...page, 'expired_token'],
    ],
    ['denied', { state: 'denied' }, BEGIN, ['access_denied', ...page, 'access_denied']],
    ['denied, after its end', { state: 'denied' }, END + 1, ['access_denied', ...page, 'access_denied']],
    ['consumed', { state: 'consumed' }, BEGIN, ['invalid_grant', ...page, 'invalid_grant']],
    ['consumed, after its end', { state: 'consumed' }, END + 1, ['invalid_grant', ...page, 'invalid_grant']],
  ])('%s', (_, change, nowMs, answers) => {
    expect(answersOf(authorization(change), nowMs)).toEqual(answers);
  });

  it('has a cell for every state and event, and none leads out of an end', () => {
    const states = Object.keys(DEVICE_TABLE) as DeviceState[];
    expect(states).toEqual(['pending', 'approved', 'denied', 'consumed', 'expired', 'withdrawn']);
    for (const state of states) {
      expect(Object.keys(DEVICE_TABLE[state])).toEqual([...DEVICE_EVENTS]);
      const leaves = DEVICE_EVENTS.some(event => DEVICE_TABLE[state][event].to !== state);
      expect(leaves).toBe(state === 'pending' || state === 'approved');
    }
  });

  it('judges the interval only while pending: an early poll of an approved code gets its tokens', () => {
    const pace = { intervalSeconds: 10, acceptedAtMs: BEGIN };
    for (const [state, answer] of [
      ['approved', 'redeem'],
      ['denied', 'access_denied'],
      ['consumed', 'invalid_grant'],
    ] as const) {
      expect(stepDevice(authorization({ state, pace }), 'poll', BEGIN + 1).answer).toBe(answer);
    }
    expect(stepDevice(authorization({ pace }), 'poll', END).answer).toBe('expired_token');
    expect(stepDevice(authorization({ pace }), 'poll', BEGIN + 1).answer).toBe('slow_down');
  });
});

describe('P17: whose device code it is', () => {
  const found = { ...authorization({ state: 'approved' }), holder: ALICE };

  it.each([
    ['an unknown code', undefined, ALICE],
    ['one of another Brand', found, { ...ALICE, brandId: 'b2' }],
    ['one of another personal agent', found, { ...ALICE, personalAgentId: 'pa2' }],
    ['one of another User', found, { ...ALICE, sub: 'bob' }],
  ])('%s gets invalid_grant', (_, row, caller) => {
    expect(pollDevice(row, caller, BEGIN)).toEqual({ answer: 'invalid_grant' });
  });

  it('a foreign poll does not move the pace, and the owner still redeems', () => {
    const pending = { ...authorization(), holder: ALICE };
    expect(pollDevice(pending, { ...ALICE, sub: 'bob' }, BEGIN)).toEqual({ answer: 'invalid_grant' });
    expect(pollDevice(pending, ALICE, BEGIN)).toEqual({
      answer: 'authorization_pending',
      pace: { intervalSeconds: 5, acceptedAtMs: BEGIN },
    });
    expect(pollDevice(found, ALICE, BEGIN)).toEqual({ answer: 'redeem' });
  });
});

describe('P17, P19: histories', () => {
  const event = fc.record({
    event: fc.constantFrom<DeviceEvent>(...DEVICE_EVENTS),
    waitMs: fc.integer({ min: 0, max: 120_000 }),
  });

  it('gives tokens at most once, only after an approval, never after a denial or the end; the first decision stands', () => {
    fc.assert(
      fc.property(
        fc.array(event, { maxLength: 40 }),
        fc.option(fc.nat(40), { nil: -1 }),
        (events, revokedAt) => {
          let [row, nowMs] = [authorization(), BEGIN];
          const decisions: DeviceEvent[] = [];
          let tokens = 0;
          events.forEach((step, at) => {
            nowMs += step.waitMs;
            if (at === revokedAt) row = { ...row, grantOver: true };
            const { answer, next } = stepDevice(row, step.event, nowMs);
            if (answer === 'decided') decisions.push(step.event);
            if (answer === 'tokens') {
              tokens += 1;
              expect(decisions).toEqual(['approve']);
              expect(nowMs).toBeLessThan(END);
              expect(row.grantOver).toBe(false);
            }
            row = next;
          });
          expect(tokens).toBeLessThanOrEqual(1);
          expect(decisions.length).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('an end stays the end, whatever happens later', () => {
    const ended = fc
      .constantFrom(...STORED_DEVICE_STATES)
      .filter(state => state !== 'pending' && state !== 'approved');
    fc.assert(
      fc.property(ended, fc.array(event), (state, events) => {
        const first = authorization({ state });
        let row = first;
        for (const step of events) row = stepDevice(row, step.event, BEGIN + step.waitMs).next;
        expect(row).toBe(first);
      }),
    );
  });

  it('sees every state', () => {
    const seen = STORED_DEVICE_STATES.flatMap(state =>
      [BEGIN, END].flatMap(now =>
        [true, false].map(grantOver => deviceState(authorization({ state, grantOver }), now)),
      ),
    );
    expect(new Set(seen)).toEqual(new Set(Object.keys(DEVICE_TABLE)));
  });
});

describe('the diagram of the state table', () => {
  it('is what the table says (docs show this text)', () => {
    expect(deviceDiagram()).toBe(`stateDiagram-v2
  pending : pending, a poll gets authorization_pending or slow_down
  approved : approved, a poll gets redeem
  denied : denied, a poll gets access_denied
  consumed : consumed, a poll gets invalid_grant
  expired : expired, a poll gets expired_token
  withdrawn : withdrawn, a poll gets invalid_grant
  [*] --> pending
  pending --> approved : approve
  pending --> denied : deny
  approved --> consumed : exchange
  pending --> expired : 600 s
  approved --> expired : 600 s
  approved --> withdrawn : grant revoked or over
`);
  });
});
