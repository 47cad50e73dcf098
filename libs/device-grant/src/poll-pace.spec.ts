import fc from 'fast-check';
import { FIRST_PACE, type PollPace, judgePoll } from './poll-pace';

/** The answers to polls at these seconds, `p` for authorization_pending and `s` for slow_down, and the pace after them. */
function pollAt(seconds: readonly number[]): { answers: string; pace: PollPace } {
  let pace = FIRST_PACE;
  let answers = '';
  for (const second of seconds) {
    const judged = judgePoll(pace, second * 1000);
    pace = judged.pace;
    answers += judged.answer === 'slow_down' ? 's' : 'p';
  }
  return { answers, pace };
}

describe('RFC 8628 3.5, P17: the pace of polling', () => {
  it.each([
    ['the first poll is never early', [0], 'p', 5],
    ['every 5 s is the pace', [0, 5, 10, 15], 'pppp', 5],
    ['4 s are within the tolerance', [0, 4, 8, 12], 'pppp', 5],
    ['3.999 s are not', [0, 3.999], 'ps', 10],
    ['an early poll raises the interval to 10 s', [0, 1, 8.999], 'pss', 10],
    ['once: further early polls do not', [0, 1, 2, 3, 9], 'psssp', 10],
    ['the last accepted poll decides, not the early one', [0, 8, 9, 10], 'ppss', 10],
    ['and stays raised', [0, 1, 10, 15, 19], 'pspsp', 10],
    ['a long silence is no credit', [0, 60, 61], 'pps', 10],
    ['two polls at one time: one is early', [7, 7], 'ps', 10],
  ])('%s', (_, seconds, answers, intervalSeconds) => {
    const polled = pollAt(seconds);
    expect(polled.answers).toBe(answers);
    expect(polled.pace.intervalSeconds).toBe(intervalSeconds);
  });

  it('a client that obeys is accepted at its next poll, whatever happened before and up to 1 s early', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 40 });
    fc.assert(
      fc.property(
        gaps,
        fc.integer({ min: 0, max: 1000 }),
        fc.integer({ min: 0, max: 10_000 }),
        (waits, jitterMs, moreMs) => {
          let [pace, nowMs, toldSeconds] = [FIRST_PACE, 0, 5];
          for (const waitMs of waits) {
            nowMs += waitMs;
            const judged = judgePoll(pace, nowMs);
            pace = judged.pace;
            if (judged.answer === 'slow_down') toldSeconds += 5;
          }
          nowMs += toldSeconds * 1000 + moreMs - jitterMs;
          expect(judgePoll(pace, nowMs).answer).toBe('authorization_pending');
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('a client that obeys from the start never hears slow_down', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 5000, max: 20_000 })), waits => {
        let atMs = 0;
        const times = waits.map(waitMs => (atMs += waitMs) / 1000);
        expect(pollAt(times).answers).not.toContain('s');
      }),
    );
  });

  it('lets nobody poll faster than every 4 s', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 6000 }), { minLength: 1, maxLength: 60 }), waits => {
        let atMs = 0;
        const times = waits.map(waitMs => (atMs += waitMs) / 1000);
        const accepted = [...pollAt(times).answers].filter(answer => answer === 'p').length;
        const spanSeconds = (times.at(-1) ?? 0) - (times[0] ?? 0);
        expect(accepted).toBeLessThanOrEqual(Math.floor(spanSeconds / 4) + 1);
      }),
    );
  });
});
