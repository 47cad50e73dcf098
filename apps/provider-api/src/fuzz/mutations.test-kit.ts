import fc from 'fast-check';

/** Texts that have broken parsers, databases and logs. */
export const oddText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }).filter(text => !text.includes('\0')),
  fc.constantFrom(
    '\u202e\u2066right to left',
    'e\u0301 vs \u00e9',
    '\ufffd\ufffe\uffff',
    '\u{1f469}\u200d\u{1f467} \u{10ffff}',
    "'; DROP TABLE turn; --",
    '{{lookup}} ${jndi:ldap://x} %s %n',
    '<script>alert(1)</script>',
    '\\u0000 \\ud800',
    '\r\nSet-Cookie: a=b',
  ),
);

/** Values in place of what should be there. */
export const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -0,
    -1,
    1.5,
    1e308,
    '',
    ' ',
    [],
    {},
    [[]],
    '\0',
    '\ud800',
    'ROLE_USER',
  ),
  fc.jsonValue({ maxDepth: 3 }),
  oddText,
);

type Members = Record<string, unknown>;
type Place = { readonly holder: Members; readonly name: string };

/** Changes a JSON value at one to three places: leaves out, replaces, doubles, renames. */
export const mutatedMembers: fc.Arbitrary<(value: object) => unknown> = fc
  .array(fc.tuple(fc.nat(), fc.nat(5), junk), { minLength: 1, maxLength: 3 })
  .map(steps => value => {
    const copy = structuredClone(value) as Members;
    for (const [pick, kind, replacement] of steps) {
      const places = placesOf(copy);
      const place = places[pick % Math.max(1, places.length)];
      // A copy each time: constants are one object for all samples, and one put below itself would be a circle.
      if (place) mutate(place, kind, structuredClone(replacement));
    }
    return copy;
  });

function mutate({ holder, name }: Place, kind: number, replacement: unknown): void {
  const before = holder[name];
  switch (kind) {
    case 0:
      delete holder[name];
      return;
    case 1:
      holder[name] = [before, structuredClone(before)];
      return;
    case 2:
      holder[name] = { [name]: before, ['__proto__']: replacement };
      return;
    case 3:
      delete holder[name];
      holder[name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)] = replacement;
      return;
    default:
      holder[name] = replacement;
  }
}

/** Every member and element of a JSON value, with what holds it. */
function placesOf(holder: Members): Place[] {
  return Object.entries(holder).flatMap(([name, value]) => [
    { holder, name },
    ...(typeof value === 'object' && value !== null ? placesOf(value as Members) : []),
  ]);
}

/** Changes bytes: overwrites, cuts, inserts or doubles a stretch, whatever the encoding says. */
export const mutatedText: fc.Arbitrary<(bytes: Buffer) => Buffer> = fc
  .array(fc.tuple(fc.nat(), fc.nat(3), fc.uint8Array({ minLength: 1, maxLength: 6 })), {
    minLength: 1,
    maxLength: 3,
  })
  .map(
    steps => bytes =>
      steps.reduce<Buffer>((text, [pick, kind, inserted]) => {
        const at = pick % (text.length + 1);
        const head = text.subarray(0, at);
        const rest = text.subarray(at);
        switch (kind) {
          case 0:
            return head;
          case 1:
            return Buffer.concat([head, inserted, rest]);
          case 2:
            return Buffer.concat([head, rest.subarray(0, 8), rest]);
          default:
            return Buffer.concat([head, inserted, rest.subarray(inserted.length)]);
        }
      }, bytes),
  );
