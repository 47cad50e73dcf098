import type { EgressAnswer } from '@surety/platform';

/** Shorter values are words that an answer may hold by itself, such as a version or a language. */
const SHORTEST_SECRET = 16;
const MASK = Buffer.from('[secret]');
const SCHEME = /^[A-Za-z]+ +(?=\S+$)/;

/**
 * The answer of a Brand's endpoint without the secrets that went there with the request: an endpoint that shows what it was sent would
 * else hand a delegation token, a header or a key on to agents, models, personal agents and every table that keeps an answer
 * (PACT wire 5.1, P24). In: header values as they were sent; an authentication scheme in front of one is no part of the
 * secret. The answer grows by nothing.
 */
export function withoutEchoedSecrets(
  answer: EgressAnswer,
  sent: readonly (string | undefined)[],
): EgressAnswer {
  const spellings = sent.flatMap(value =>
    value === undefined ? [] : spellingsOf(value.replace(SCHEME, '')),
  );
  const body = spellings.reduce(masked, answer.body);
  return body === answer.body ? answer : { ...answer, body };
}

/**
 * As JSON writes it, with and without the escape that a slash may have (RFC 8259 7), then as it is: the other way round an escape
 * would lose what it belongs to.
 */
function spellingsOf(secret: string): readonly string[] {
  if (secret.length < SHORTEST_SECRET) return [];
  const inJson = JSON.stringify(secret).slice(1, -1);
  return [...new Set([inJson.replaceAll('/', '\\/'), inJson, secret])];
}

function masked(body: Buffer, secret: string): Buffer {
  const pieces: Buffer[] = [];
  let from = 0;
  for (let at = body.indexOf(secret); at !== -1; at = body.indexOf(secret, from)) {
    pieces.push(body.subarray(from, at), MASK);
    from = at + Buffer.byteLength(secret);
  }
  return from === 0 ? body : Buffer.concat([...pieces, body.subarray(from)]);
}
