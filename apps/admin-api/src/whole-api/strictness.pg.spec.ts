import { StubPersonalAgent } from '@surety/testing';
import fc from 'fast-check';
import { AdminStack } from '../admin-stack.test-kit';
import { EVERY_ROUTE, isRead } from './every-route.test-kit';

const CHANGING = Object.entries(EVERY_ROUTE).filter(([name]) => !isRead(name));
const READING = Object.entries(EVERY_ROUTE).filter(([name]) => isRead(name));
const WITH_BODY = Object.entries(EVERY_ROUTE).filter(([name]) => !name.startsWith('GET '));

/** What is put into a good body as raw JSON, and what the answer must name. */
const SPOILT: readonly (readonly [string, string])[] = [
  ['"surprise":1', 'surprise:unknown_member'],
  ['"__proto__":{"role":"owner"}', '__proto__:unknown_member'],
  ['"constructor":{"prototype":1}', 'constructor:unknown_member'],
  ['"toString":"x"', 'toString:unknown_member'],
  ['"reason":null', 'reason:null_not_allowed'],
  ['"reason":["x"]', 'reason:wrong_type'],
  ['"reason":1', 'reason:wrong_type'],
  [`"reason":"${'x'.repeat(501)}"`, 'reason:wrong_length'],
  ['"reason":"a\\u0000b"', 'reason:forbidden_character'],
];

describe('strictness of every route (PACT wire §6, field 54, 56)', () => {
  let stack: AdminStack;
  let agent: StubPersonalAgent;
  beforeAll(async () => {
    stack = await AdminStack.start();
    agent = await StubPersonalAgent.start();
  });
  afterAll(async () => {
    await agent.stop();
    await stack.stop();
  });

  const auditRows = async () => (await stack.sql('SELECT count(*)::int AS count FROM audit'))[0].count;
  it.each(CHANGING)('%s refuses every spoilt body and changes nothing', async (name, route) => {
    const sample = await route.make(stack, agent);
    const method = name.split(' ')[0] ?? '';
    const before = await auditRows();
    const good = JSON.stringify(sample.body ?? {}).slice(1, -1);
    for (const [members, code] of SPOILT) {
      const raw = `{${[members, good].filter(part => part !== '').join(',')}}`;
      const answer = await stack.call(method, sample.path, { raw });
      expect([members, answer.status]).toEqual([members, 400]);
      const found = answer.body.errors.map(
        (fault: { path: string; code: string }) => `${fault.path}:${fault.code}`,
      );
      expect(found).toContain(code);
    }
    expect((await stack.call(method, sample.path, { raw: `[{${good}}]` })).status).toBe(400);
    expect(await auditRows()).toBe(before);
  });

  it.each([...READING, ...CHANGING])('%s refuses an unknown query parameter', async (name, route) => {
    const sample = await route.make(stack, agent);
    const sending = sample.body === undefined ? {} : { body: sample.body };
    const answer = await stack.call(name.split(' ')[0] ?? '', `${sample.path}?surprise=1`, sending);
    expect(answer.body.errors).toMatchObject([{ path: 'surprise', code: 'unknown_member' }]);
  });

  it.each(WITH_BODY)('%s meets any JSON with an answer of the document, never 5xx', async (name, route) => {
    const sample = await route.make(stack, agent);
    const method = name.split(' ')[0] ?? '';
    const members = Object.keys(sample.body ?? { reason: 1 });
    const anything = fc.jsonValue({ maxDepth: 4 });
    const spoilt = fc.record({
      member: fc.constantFrom(...members, 'limits', 'agent', 'skills'),
      value: anything,
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof(spoilt, anything), async draft => {
        const isSpoilt = typeof draft === 'object' && draft !== null && 'member' in draft;
        const body = isSpoilt ? { ...sample.body, [String(draft.member)]: draft.value } : draft;
        const answer = await stack.call(method, sample.path, { raw: JSON.stringify(body) });
        expect(answer.status).toBeLessThan(500);
      }),
      { numRuns: 40, verbose: true },
    );
  });
});
