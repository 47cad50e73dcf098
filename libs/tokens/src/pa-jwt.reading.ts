import { type JsonObject, isJsonObject, parseJson } from '@surety/kernel';
import { type JsonScan, scanJson } from './json-scan';
import type { SignatureAlgorithm } from './jws-signature';

/** One of the two JSON parts of a token: its bytes, its text, and the object in it (empty when there is none). */
export class JsonPart {
  readonly bytes: Buffer;
  readonly text: string;
  readonly object: JsonObject;
  readonly isObject: boolean;
  private scanned: JsonScan | undefined;

  constructor(encoded: string) {
    this.bytes = Buffer.from(encoded, 'base64url');
    this.text = this.bytes.toString('utf8');
    const value = parseJson(this.text);
    this.isObject = isJsonObject(value);
    this.object = isJsonObject(value) ? value : lenientObject(this.text);
  }

  /** What JSON.parse hides; means something only when the text is JSON. */
  get scan(): JsonScan {
    return (this.scanned ??= scanJson(this.text));
  }
}

/**
 * A token read with as much leniency as possible. Reading judges nothing: every refusal is a check of the table
 * (pa-jwt.checks.ts), so that each is a rule of its own that a test can switch off. Parts are decoded when asked for.
 */
export class PaJwtReading {
  /** Five at most: enough to see that there are too many. */
  readonly parts: readonly string[];
  private headerPart: JsonPart | undefined;
  private claimsPart: JsonPart | undefined;

  constructor(readonly token: string) {
    this.parts = token.split('.', 5);
  }

  get headerJson(): JsonPart {
    return (this.headerPart ??= new JsonPart(this.parts[0] ?? ''));
  }

  get claimsJson(): JsonPart {
    return (this.claimsPart ??= new JsonPart(this.parts[1] ?? ''));
  }

  get header(): JsonObject {
    return this.headerJson.object;
  }

  get claims(): JsonObject {
    return this.claimsJson.object;
  }

  /** Which of the two algorithms the header asks for; the check `alg` has refused all other names. */
  get alg(): SignatureAlgorithm {
    return this.header.alg === 'RS256' ? 'RS256' : 'ES256';
  }

  get kid(): string | undefined {
    return typeof this.header.kid === 'string' ? this.header.kid : undefined;
  }

  /** The claim `iss`, which names the personal agent whose keys are asked; empty when it is not text. */
  get issuer(): string {
    return typeof this.claims.iss === 'string' ? this.claims.iss : '';
  }

  get signature(): Buffer {
    return Buffer.from(this.parts[2] ?? '', 'base64url');
  }

  /** The bytes under the signature, as they stand in the token (RFC 7515 5.2). */
  get signedBytes(): Buffer {
    return Buffer.from(`${this.parts[0]}.${this.parts[1]}`, 'latin1');
  }
}

/** A byte order mark is no JSON (RFC 8259 8.1), yet some parsers look past it; so does this reading, for the check to judge. */
function lenientObject(text: string): JsonObject {
  const value = text.startsWith('\uFEFF') ? parseJson(text.slice(1)) : undefined;
  return isJsonObject(value) ? value : {};
}
