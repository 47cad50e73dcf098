import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const mostBytes = 64 << 10;

/**
 * The last lines that a log file got since a run began.
 * @param {string} file
 * @param {number} from its size in bytes when the run began
 * @param {number} lines
 */
export function logEnd(file, from, lines) {
  const handle = openSync(file, 'r');
  try {
    const { size } = fstatSync(handle);
    const start = Math.max(from, size - mostBytes);
    const buffer = Buffer.alloc(Math.max(0, size - start));
    const bytes = readSync(handle, buffer, 0, buffer.length, start);
    return buffer.toString('utf8', 0, bytes).trimEnd().split('\n').slice(-lines).join('\n');
  } finally {
    closeSync(handle);
  }
}
