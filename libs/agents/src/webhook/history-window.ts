import { LIMITS } from '@surety/kernel';
import type { HistoryEntry } from '../port';

/** A turn is a message and its reply. */
const ENTRIES = 2 * LIMITS.historyTurns;

/**
 * The newest messages that fit into 20 turns and 64 KiB of text, oldest first and each whole (PACT wire 5.1).
 * In: the conversation so far, oldest first.
 */
export function historyWindow(history: readonly HistoryEntry[]): readonly HistoryEntry[] {
  let from = history.length;
  let bytes = 0;
  while (from > 0 && history.length - from < ENTRIES) {
    bytes += Buffer.byteLength(history[from - 1]?.text ?? '');
    if (bytes > LIMITS.historyBytes) break;
    from -= 1;
  }
  return history.slice(from);
}
