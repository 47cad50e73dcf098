import fc from 'fast-check';
import { type PollEvent, scheduleAfter } from './device-flow';

const event = fc.constantFrom<PollEvent>('pending', 'slow-down', 'lost');

describe('scheduleAfter (RFC 8628 3.5)', () => {
  it('never polls faster than before, adds five seconds for each slow_down, and never backs off beyond a minute by itself', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.array(event, { maxLength: 30 }),
        (interval, events) => {
          let schedule = { intervalSeconds: interval };
          for (const next of events) {
            const after = scheduleAfter(schedule, next);
            const added = after.intervalSeconds - schedule.intervalSeconds;
            expect(added).toBeGreaterThanOrEqual(0);
            if (next === 'slow-down') expect(added).toBe(5);
            if (next === 'pending') expect(added).toBe(0);
            if (next === 'lost' && added > 0) expect(after.intervalSeconds).toBeLessThanOrEqual(60);
            schedule = after;
          }
        },
      ),
    );
  });
});
