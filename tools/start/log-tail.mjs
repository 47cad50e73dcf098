import { closeSync, existsSync, fstatSync, openSync, readSync, renameSync, statSync } from 'node:fs';

const lookEveryMs = 200;
const mostBytesPerLook = 1 << 20;
const mostLinesPerLook = 20;
const rotateBytes = 10 << 20;

/** Moves a log that has grown large aside; one old one is kept. @param {string} file */
export function rotateLog(file) {
  if (existsSync(file) && statSync(file).size > rotateBytes) renameSync(file, `${file}.1`);
}

const belowWarning = new Set(['trace', 'debug', 'info']);

/**
 * What of a log line a person should see.
 * @param {string} line one JSON object of an app's log, or anything a crashing process printed
 * @returns {string | undefined} undefined for what is less than a warning
 */
export function shownLine(line) {
  if (line.trim() === '') return undefined;
  if (!line.startsWith('{')) return line;
  try {
    const { level, msg, err } = JSON.parse(line);
    if (belowWarning.has(level)) return undefined;
    const cause = typeof err?.message === 'string' && err.message !== msg ? ` (${err.message})` : '';
    return typeof msg === 'string' ? `${level}: ${msg}${cause}` : line;
  } catch (error) {
    if (error instanceof SyntaxError) return line;
    throw error;
  }
}

/**
 * Follows a log file from its present end on. The apps write to the file themselves, so nothing is lost when we die.
 * @param {string} file exists
 * @param {(line: string) => void} show
 * @returns {() => void} looks one last time and lets go
 */
export function followLog(file, show) {
  const handle = openSync(file, 'r');
  let position = fstatSync(handle).size;
  let rest = '';
  const look = () => {
    const bytes = Math.min(fstatSync(handle).size - position, mostBytesPerLook);
    if (bytes <= 0) return;
    const buffer = Buffer.alloc(bytes);
    position += readSync(handle, buffer, 0, bytes, position);
    const lines = (rest + buffer.toString('utf8')).split('\n');
    rest = lines.pop() ?? '';
    const shown = lines.map(shownLine).filter(line => line !== undefined);
    shown.slice(0, mostLinesPerLook).forEach(show);
    if (shown.length > mostLinesPerLook)
      show(`… and ${shown.length - mostLinesPerLook} more lines in ${file}`);
  };
  const timer = setInterval(look, lookEveryMs);
  return () => {
    clearInterval(timer);
    look();
    closeSync(handle);
  };
}
