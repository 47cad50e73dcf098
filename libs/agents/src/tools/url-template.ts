import { type JsonObject, type Result, err, ok } from '@surety/kernel';

/** An address cut at the `{name}` placeholders of its path: texts and names take turns, beginning and ending with a text. */
export interface UrlTemplate {
  readonly texts: readonly string[];
  readonly names: readonly string[];
}

const PLACEHOLDER_NAME = /^[A-Za-z0-9_.-]{1,64}$/;
/** The path of an absolute address, up to its query. */
const PATH_OF = /^([A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*)([^?#]*)(.*)$/s;
const DOT_SEGMENT = /^(?:\.|%2e){1,2}$/i;

/** Cuts an address at its placeholders (PACT wire 5.4); undefined when a brace stands outside the path or makes no placeholder. */
export function parseUrlTemplate(url: string): UrlTemplate | undefined {
  const [, origin = '', path = '', rest = ''] = PATH_OF.exec(url) ?? [];
  if (origin === '' || /[{}]/.test(origin + rest)) return undefined;
  const pieces = path.split(/[{}]/);
  const texts = pieces.filter((_piece, i) => i % 2 === 0);
  const names = pieces.filter((_piece, i) => i % 2 === 1);
  const rebuilt = texts.map((text, i) => (i < names.length ? `${text}{${names[i]}}` : text)).join('');
  if (rebuilt !== path || !names.every(name => PLACEHOLDER_NAME.test(name))) return undefined;
  const last = texts.length - 1;
  return { texts: texts.map((text, i) => (i === 0 ? origin : '') + text + (i === last ? rest : '')), names };
}

/**
 * Fills the placeholders, each with one argument (string, number, boolean) as one percent-encoded segment that is never empty,
 * `.` or `..`; the error says which argument does not fit. In: arguments that are I-JSON.
 */
export function fillUrl(template: UrlTemplate, args: JsonObject): Result<string, string> {
  let url = '';
  for (const [i, text] of template.texts.entries()) {
    url += text;
    const name = template.names[i];
    if (name === undefined) continue;
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
      return err(`/${name} must be a text, a number or a boolean, since it stands in the address`);
    }
    if (value === '' || value === '.' || value === '..') return err(`/${name} must name something`);
    url += encodeURIComponent(String(value));
  }
  return hasDotSegment(url) ? err('must not climb in the path of the address') : ok(url);
}

/** A dot segment may also come about by a text beside a placeholder, as in `/.{name}`. */
function hasDotSegment(url: string): boolean {
  const [, , path = ''] = PATH_OF.exec(url) ?? [];
  return path.split('/').some(segment => DOT_SEGMENT.test(segment));
}
