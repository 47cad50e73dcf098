import type { ClaimFacts, MetTurn } from '@surety/registry';
import { type Standing, TURN_TABLE, decideClaim, standingOf } from './decide-claim';

const CONTEXT = { id: 'ctx', otherUser: false, closed: false };
const MET: MetTurn = {
  turnId: 'tn_1',
  state: 'running',
  live: false,
  effect: false,
  replyText: null,
  receipt: null,
};
const CLAIMED = {
  contextId: 'ctx',
  turnId: 'tn_1',
  run: 1,
  messageId: 'm',
  turnNumber: 1,
  state: 'running' as const,
  steps: 0,
  steppedUpRun: null,
};
const FACTS: ClaimFacts = {
  personalAgentEnabled: true,
  brandOpen: true,
  agentDeadlineSeconds: 30,
  grant: { live: true, scopes: [] },
  context: CONTEXT,
  replyIdTaken: false,
  keyTaken: false,
  met: undefined,
  claimed: undefined,
};

/** The decision in one line. */
function decided(changes: Partial<ClaimFacts>): string {
  const decision = decideClaim({ ...FACTS, ...changes });
  if (decision.kind === 'run') return 'run';
  if (decision.kind === 'replay') return `replay ${decision.turn.replyText}`;
  const { refusal } = decision;
  return 'reason' in refusal ? `${refusal.reason}: ${refusal.message}` : `bare ${refusal.status}`;
}

const NO_REPLY = 'INVALID_PARAMS: No stored reply for this messageId';
const CLOSED = 'UNSUPPORTED_OPERATION: This conversation is closed; start a new one without contextId';

describe('PACT wire §2: the state table', () => {
  const met: Record<Standing, MetTurn | undefined> = {
    new: undefined,
    alive: { ...MET, live: true },
    answered: { ...MET, state: 'answered', replyText: 'Reply' },
    stepped_up: { ...MET, state: 'stepped_up', effect: true },
    released: { ...MET, state: 'released' },
    spent: { ...MET, state: 'spent', effect: true },
    expired: MET,
    expired_after_effect: { ...MET, effect: true },
  };

  it.each([
    ['new', 'run', CLOSED],
    ['alive', NO_REPLY, NO_REPLY],
    ['answered', 'replay Reply', 'replay Reply'],
    ['stepped_up', 'run', CLOSED],
    ['released', 'run', CLOSED],
    ['spent', NO_REPLY, NO_REPLY],
    ['expired', 'run', CLOSED],
    ['expired_after_effect', NO_REPLY, NO_REPLY],
  ] as const)('%s: open %s, closed %s', (standing, open, closed) => {
    expect(standingOf(met[standing])).toBe(standing);
    const claimed = TURN_TABLE[standing].open === 'run' ? CLAIMED : undefined;
    expect(decided({ met: met[standing], claimed })).toBe(open);
    expect(decided({ met: met[standing], context: { ...CONTEXT, closed: true } })).toBe(closed);
  });

  it('takes a waiter for alive as well, and judges its lease the same way', () => {
    expect(standingOf({ ...MET, state: 'waiting', live: true })).toBe('alive');
    expect(standingOf({ ...MET, state: 'waiting' })).toBe('expired');
  });

  it('refuses to go on when the claim and the table disagree', () => {
    expect(() => decided({ met: MET })).toThrow('has its turn');
    expect(() => decided({ met: { ...MET, state: 'answered' } })).toThrow('has its reply');
  });
});

describe('P8: the order of the checks', () => {
  const answered = { ...MET, state: 'answered' as const, replyText: 'Reply' };
  const everything: Partial<ClaimFacts> = {
    personalAgentEnabled: false,
    brandOpen: false,
    keyTaken: true,
    context: { id: 'ctx', otherUser: true, closed: true },
    replyIdTaken: true,
    met: answered,
  };

  it('tells the first thing that is wrong, and nothing behind it', () => {
    const seen = [decided(everything)];
    const heal: Partial<ClaimFacts>[] = [
      { personalAgentEnabled: true },
      { brandOpen: true },
      { keyTaken: false },
      { context: { id: 'ctx', otherUser: false, closed: true } },
      { replyIdTaken: false },
      { met: undefined },
    ];
    let facts = everything;
    for (const step of heal) seen.push(decided((facts = { ...facts, ...step })));
    expect(seen).toEqual([
      'bare 401',
      'bare 404',
      'INVALID_PARAMS: This Idempotency-Key was used for another message',
      'INVALID_PARAMS: This conversation belongs to another Brand user',
      NO_REPLY,
      'replay Reply',
      CLOSED,
    ]);
  });

  it('answers a context of nobody or of somebody else with the one text (PACT 4.2, P6)', () => {
    expect(decided({ context: undefined, met: undefined })).toBe('INVALID_PARAMS: Unknown contextId');
  });

  it('P10: gives a stored reply with the receipt that it was stored with', () => {
    const met = { ...MET, state: 'answered' as const, replyText: 'Reply', receipt: 'jws' };
    expect(decideClaim({ ...FACTS, met })).toEqual({
      kind: 'replay',
      contextId: 'ctx',
      turn: { turnId: 'tn_1', replyText: 'Reply', receipt: 'jws' },
    });
  });
});

describe('P4, P8: the order in which a message is refused', () => {
  const breaches: [string, Partial<ClaimFacts>][] = [
    ['bare 401', { personalAgentEnabled: false }],
    ['bare 404', { brandOpen: false }],
    ['bare 401', { grant: { live: false, scopes: [] } }],
    ['INVALID_PARAMS: This Idempotency-Key was used for another message', { keyTaken: true }],
    ['INVALID_PARAMS: Unknown contextId', { context: undefined }],
  ];

  it.each(breaches.map(([refusal], at) => [refusal, at] as const))(
    '%s comes before all that follow',
    (refusal, at) => {
      const all = breaches.slice(at).reduce((facts, [, breach]) => ({ ...facts, ...breach }), {});
      expect(decided(all)).toBe(refusal);
    },
  );

  it('PACT 5.5: tells a dead grant from a bad personal agent by error="invalid_token"', () => {
    const decision = decideClaim({ ...FACTS, grant: { live: false, scopes: [] } });
    if (decision.kind !== 'refuse') throw new Error('not refused');
    const { refusal, stage } = decision;
    expect(stage).toBe('delegation');
    expect('headers' in refusal && refusal.headers()).toEqual({
      'www-authenticate': 'Bearer realm="a2a", error="invalid_token"',
    });
  });

  it('another Brand user hears of the pin before anything of the messageId', () => {
    const context = { ...CONTEXT, otherUser: true, closed: true };
    expect(
      decided({ context, replyIdTaken: true, met: { ...MET, state: 'answered', replyText: 'Reply' } }),
    ).toBe('INVALID_PARAMS: This conversation belongs to another Brand user');
  });
});
