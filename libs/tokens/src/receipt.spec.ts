import { createHash } from 'node:crypto';
import { compactVerify, importJWK } from 'jose';
import fc from 'fast-check';
import { argsHash, signReceipt } from './receipt';
import { type ExpectedReceipt, RECEIPT_CHECKS } from './receipt.checks';
import { verifyReceipt } from './receipt.verify';
import {
  type BadRow,
  badForms,
  badHeaders,
  badSignatures,
  changed,
  ruleOf,
  signer,
  without,
} from './signed-tokens.test-kit';

const brand = signer();
const I = 'https://provider.example/a2a/01J';
const hash = argsHash({ order: 'A-88213' });
const reply = { contextId: 'f0c1', messageId: 'r-01J' };
const withoutTs = {
  grantId: 'a2agrant_1',
  user: 'jane-4471',
  pa: 'https://pa.example.com',
  brand: I,
  scopesUsed: ['orders:read', 'orders:cancel'],
  actions: [{ tool: 'lookup_orders' }, { tool: 'cancel_order', argsHash: hash }],
};
const facts = { ...withoutTs, tsMs: Date.UTC(2026, 8, 30, 12) };
const claims = { ...withoutTs, ts: '2026-09-30T12:00:00.000Z' };
const header = { alg: 'ES256', kid: brand.kid, typ: 'pact-receipt+jws', ...reply };
const expected: ExpectedReceipt = { brand: I, pa: facts.pa, ...reply, claims };

const judge = (jws: string, checks = RECEIPT_CHECKS, given = expected) =>
  verifyReceipt(jws, brand.keys, given, checks);
/** Bad claims stand beside the JWS as well, so that only the rule itself refuses. */
type Bad = readonly [...BadRow, ExpectedReceipt];
const withClaims = (members: object, rule: string, change: string): Bad => {
  const bad = JSON.parse(JSON.stringify({ ...claims, ...members })) as object;
  return [rule, change, changed(header, bad as never, brand.seal), { ...expected, claims: bad }];
};
const withHeader = (members: object, rule: string, change: string): Bad => [
  rule,
  change,
  changed({ ...header, ...members }, claims, brand.seal),
  { brand: I, pa: facts.pa, claims },
];
const expecting = (change: ExpectedReceipt, rule: string, why: string): Bad => [
  rule,
  why,
  changed(header, claims, brand.seal),
  { ...expected, ...change },
];
const asSeen = (rows: BadRow[]): Bad[] => rows.map(row => [...row, expected]);

const BAD: Bad[] = [
  ...asSeen(badForms(header, claims, brand.seal, 32 * 1024)),
  ...asSeen(badHeaders(header, claims, brand.seal)),
  ...[undefined, 'JWT', 'at+jwt', 'PACT-receipt+jws'].map(typ => withHeader({ typ }, 'typ', `typ ${typ}`)),
  withHeader({ kid: undefined }, 'kid', 'no kid'),
  ...[undefined, '', 7, 'x'.repeat(257)].map(contextId =>
    withHeader({ contextId }, 'reply', `contextId ${String(contextId).slice(0, 9)}`),
  ),
  ...[undefined, '', 7].map(messageId => withHeader({ messageId }, 'reply', `messageId ${messageId}`)),
  withClaims({ extra: 1 }, 'members', 'an eighth claim'),
  withClaims({ ts: undefined, exp: 1 }, 'members', 'another seventh claim'),
  withClaims({ scopesUsed: undefined }, 'members', 'six claims'),
  ...['grantId', 'user', 'pa', 'brand'].map(name => withClaims({ [name]: '' }, 'texts', `an empty ${name}`)),
  withClaims({ user: 7 }, 'texts', 'a user that is a number'),
  withClaims({ scopesUsed: 'orders:read' }, 'scopes-used', 'scopesUsed as text'),
  withClaims({ scopesUsed: [7] }, 'scopes-used', 'a number in scopesUsed'),
  withClaims({ actions: {} }, 'actions', 'actions that are no list'),
  withClaims({ actions: ['lookup_orders'] }, 'actions', 'an action that is text'),
  withClaims({ actions: [{ argsHash: hash }] }, 'actions', 'an action without a tool'),
  withClaims({ actions: [{ tool: 't', argsHash: `${hash}=` }] }, 'actions', 'a padded hash'),
  ...['2026-09-30T12:00:00Z', '2026-09-30T12:00:00.000+00:00', '2026-13-30T12:00:00.000Z', 1].map(ts =>
    withClaims({ ts }, 'ts', `ts ${ts}`),
  ),
  expecting({ brand: 'https://provider.example/a2a/02K' }, 'brand', 'of another Brand'),
  expecting({ pa: 'https://pa2.example' }, 'pa', 'of another personal agent'),
  expecting({ contextId: 'f0c2' }, 'context', 'of another conversation'),
  expecting({ messageId: 'r-01K' }, 'message', 'of another reply'),
  expecting({ claims: { ...claims, user: 'john' } }, 'claims-beside', 'another user beside it'),
  expecting({ claims: withoutTs }, 'claims-beside', 'a claim less beside it'),
  expecting({ claims: null }, 'claims-beside', 'null beside it'),
  ...asSeen(badSignatures(header, claims, brand.seal)).map(row => [row[0], row[1], row[2], reply] as Bad),
];

describe('PACT 5.6, P20: signing a receipt', () => {
  const signed = signReceipt(brand.privateJwk, facts, reply);
  const [protectedPart = '', payload = ''] = signed.jws.split('.');

  it('has golden bytes (personal agents keep receipts for years)', () => {
    expect(Buffer.from(protectedPart, 'base64url').toString('utf8')).toBe(
      `{"alg":"ES256","kid":"${brand.kid}","typ":"pact-receipt+jws","contextId":"f0c1","messageId":"r-01J"}`,
    );
    expect(Buffer.from(payload, 'base64url').toString('utf8')).toBe(
      '{"grantId":"a2agrant_1","user":"jane-4471","pa":"https://pa.example.com","brand":"https://provider.example/a2a/01J",' +
        '"scopesUsed":["orders:read","orders:cancel"],"actions":[{"tool":"lookup_orders"},{"tool":"cancel_order",' +
        `"argsHash":"${hash}"}],"ts":"2026-09-30T12:00:00.000Z"}`,
    );
  });

  it('[PACT-5.6-jws] gives the claims that the JWS holds, and both verify, with jose too', async () => {
    expect(signed.claims).toEqual(claims);
    expect(judge(signed.jws)).toEqual({ ok: true, value: { claims, kid: brand.kid, ...reply } });
    const { payload: bytes } = await compactVerify(signed.jws, await importJWK(brand.publicJwk, 'ES256'));
    expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual(claims);
  });

  it('small talk has empty lists', () => {
    const { jws, claims: small } = signReceipt(
      brand.privateJwk,
      { ...facts, scopesUsed: [], actions: [] },
      reply,
    );
    expect(small).toMatchObject({ scopesUsed: [], actions: [] });
    expect(judge(jws, undefined, { claims: small }).ok).toBe(true);
  });

  it('leaves the member argsHash out where there is none', () => {
    const actions = [{ tool: 't', argsHash: undefined }];
    expect(
      signReceipt(brand.privateJwk, { ...facts, actions } as typeof facts, reply).claims.actions,
    ).toEqual([{ tool: 't' }]);
  });
});

describe('P20: argsHash = base64url(SHA-256(JCS(arguments)))', () => {
  const sha = (text: string) => createHash('sha256').update(text).digest('base64url');
  it.each<[Record<string, unknown>, string | undefined]>([
    [{}, undefined],
    [{ order: 'A-88213' }, sha('{"order":"A-88213"}')],
    [{ b: 1, a: [1.0, true, null, 'é'] }, sha('{"a":[1,true,null,"é"],"b":1}')],
    [{ z: { y: 1e21, x: '\n' } }, sha('{"z":{"x":"\\n","y":1e+21}}')],
  ])('%j', (args, expectedHash) => expect(argsHash(args)).toBe(expectedHash));

  it('has a published vector', () => {
    expect(argsHash({ order: 'A-88213' })).toBe('6q1Ojsx5J9hiNXAJDcfFYv8QjxYdlQkjfta7hdQDG8c');
  });

  it('does not depend on the order of members', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { minKeys: 1 }), args => {
        const reversed = Object.fromEntries(Object.entries(args).reverse());
        expect(argsHash(reversed)).toBe(argsHash(args));
      }),
    );
  });
});

describe('PACT 5.6: verifying a receipt', () => {
  it('accepts the receipt that all bad ones are a mutation of, and asks nothing of what nobody knows', () => {
    const good = changed(header, claims, brand.seal);
    expect(judge(good).ok).toBe(true);
    expect(judge(good, undefined, {}).ok).toBe(true);
  });

  it('P24: a receipt of a retired key verifies while its key is published', () => {
    const next = signer();
    const old = changed(header, claims, brand.seal);
    expect(verifyReceipt(old, [...next.keys, ...brand.keys], expected).ok).toBe(true);
    expect(ruleOf(verifyReceipt(old, next.keys, expected))).toBe('signature');
  });

  it.each(BAD)('refuses by rule %s: %s', (rule, _, jws, given) =>
    expect(ruleOf(judge(jws, undefined, given))).toBe(rule),
  );

  it.each(RECEIPT_CHECKS.map(({ name }) => name))(
    'lets a bad receipt through when the check %s is off',
    name => {
      const checks = without(RECEIPT_CHECKS, name);
      const through = BAD.filter(([, , jws, given]) => judge(jws, checks, given).ok).map(([rule]) => rule);
      expect(new Set(through)).toEqual(new Set([name]));
    },
  );
});
