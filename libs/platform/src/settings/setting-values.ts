/** `true` and `false` spelled out; any other text stays text, so that validation names it. */
export function toBoolean(text: string): unknown {
  if (text === 'true') return true;
  return text === 'false' ? false : text;
}

/** A whole number in plain decimal digits; any other text stays text. */
export function toInteger(text: string): unknown {
  return /^\d{1,9}$/.test(text) ? Number(text) : text;
}

/** Comma-separated items without the blanks around them; empty items are kept, so that validation names them. */
export function toList(text: string): unknown {
  return Object.freeze(text.split(',').map(item => item.trim()));
}
