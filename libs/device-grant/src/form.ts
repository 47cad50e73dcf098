import { isUtf8 } from 'node:buffer';
import { LIMITS, type Result, err, ok } from '@surety/kernel';

const FORM_MEDIA_TYPE = 'application/x-www-form-urlencoded';

/** A request body before it is read as a form. */
export interface FormRequest {
  /** The header Content-Type, undefined when there is none. */
  readonly contentType: string | undefined;
  /** The body as it came, or what fits the limit and one byte. */
  readonly body: Uint8Array;
}

/** A form that has been read: parameters by name. A parameter without a value counts as left out (RFC 6749 3.2). */
export class Form {
  constructor(private readonly parameters: ReadonlyMap<string, readonly string[]>) {}

  /** The value of a parameter that comes once; undefined when it is left out or empty. */
  get(name: string): string | undefined {
    return this.all(name)[0];
  }

  /** The values of a parameter that may be repeated, such as the boxes of a page. */
  all(name: string): readonly string[] {
    return this.parameters.get(name) ?? [];
  }
}

/**
 * Reads a form (RFC 6749 3.2, P27, P30). Refused, with the reason for the log: another Content-Type, more than 8 KiB, bytes that
 * are no UTF-8, a broken escape, any repeated parameter, known or not, unless `mayRepeat` names it. On the OAuth surface each is
 * invalid_request, on a page the 400 page. NUL is let through: what it means depends on where it stands (P30).
 */
export function readForm(
  { contentType, body }: FormRequest,
  mayRepeat: readonly string[] = [],
): Result<Form, string> {
  if (mediaType(contentType) !== FORM_MEDIA_TYPE) return err('Content-Type is not that of a form');
  if (body.length > LIMITS.formBytes) return err(`longer than ${LIMITS.formBytes} bytes`);
  if (!isUtf8(body)) return err('not UTF-8');
  const parameters = new Map<string, string[]>();
  const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString('utf8');
  for (const pair of text.split('&').filter(part => part !== '')) {
    const equals = pair.indexOf('=');
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    const value = decode(equals === -1 ? '' : pair.slice(equals + 1));
    if (name === undefined || value === undefined) return err('a percent escape is broken');
    const values = parameters.get(name);
    if (values && !mayRepeat.includes(name)) return err('a parameter is repeated');
    if (values) values.push(value);
    else parameters.set(name, [value]);
  }
  for (const [name, values] of parameters) {
    parameters.set(
      name,
      values.filter(value => value !== ''),
    );
  }
  return ok(new Form(parameters));
}

/** The media type without parameters; types have no case (RFC 9110 8.3.1). */
function mediaType(contentType: string | undefined): string | undefined {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase();
}

/** One name or value (URL standard, application/x-www-form-urlencoded); undefined when an escape makes no UTF-8. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
