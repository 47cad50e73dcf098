import fc from 'fast-check';
import { LIMITS } from '@surety/kernel';
import { historyWindow } from './history-window';

const entry = (text: string, atMs = 0) => ({ role: 'user' as const, text, atMs });

describe('history window (PACT wire 5.1)', () => {
  it('keeps the newest 20 turns, oldest first', () => {
    const history = Array.from({ length: 50 }, (_, i) => entry('hi', i));
    expect(historyWindow(history)).toEqual(history.slice(10));
  });

  it('keeps 64 KiB of text and cuts no message', () => {
    const half = 'é'.repeat(16 * 1024);
    expect(historyWindow([entry('old'), entry(half), entry(half)])).toEqual([entry(half), entry(half)]);
    expect(historyWindow([entry(half), entry(half), entry('new')])).toEqual([entry(half), entry('new')]);
    expect(historyWindow([entry('a'.repeat(LIMITS.historyBytes + 1))])).toEqual([]);
  });

  it('is the longest end of any conversation that keeps both bounds', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 12_000 });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 60 }), texts => {
        const history = texts.map((said, i) => entry(said, i));
        const kept = historyWindow(history);
        const bytes = (from: number) =>
          history.slice(from).reduce((sum, { text: said }) => sum + Buffer.byteLength(said), 0);
        const from = history.length - kept.length;
        expect(kept).toEqual(history.slice(from));
        expect(kept.length <= 40 && bytes(from) <= LIMITS.historyBytes).toBe(true);
        if (from > 0) expect(kept.length === 40 || bytes(from - 1) > LIMITS.historyBytes).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});
