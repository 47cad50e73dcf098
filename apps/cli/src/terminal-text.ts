/** C0 and C1 controls but newline and tab, and the marks that reorder text: a Brand's words must not steer the terminal. */
const STEERING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Text from outside as it may be shown: controls and reordering marks become U+FFFD; a carriage return before a newline goes. */
export function terminalText(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(STEERING, '\ufffd');
}

/** Rows under a header, columns padded with blanks, no trailing blanks; cells are cleaned and flattened to one line. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, ...rows].map(row => row.map(cell => terminalText(cell).replace(/\s+/g, ' ')));
  const widths = header.map((_, column) => Math.max(...lines.map(line => (line[column] ?? '').length)));
  return lines
    .map(line =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** `name: value` lines with aligned values; pairs without a value are left out. */
export function properties(pairs: readonly (readonly [name: string, value: unknown])[]): string {
  const shown = pairs.filter(([, value]) => value !== undefined && value !== null);
  const width = Math.max(0, ...shown.map(([name]) => name.length)) + 1;
  return shown
    .map(([name, value]) => `${`${name}:`.padEnd(width)} ${terminalText(String(value))}`)
    .join('\n');
}

/** A value as one word of a POSIX shell: quoted when it has to be, since it may come from a stranger. */
export function shellWord(text: string): string {
  const shown = terminalText(text);
  return /^[A-Za-z0-9_.:/@%+=,-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", `'\\''`)}'`;
}
