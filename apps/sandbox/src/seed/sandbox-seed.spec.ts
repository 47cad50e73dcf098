import fc from 'fast-check';
import { type AgentTurn, createBrandAgent, readAgentConfig } from '@surety/agents';
import { sandboxSeed } from './sandbox-seed';

const seed = sandboxSeed('http://localhost:4004');

async function say(brand: 0 | 1, text: string) {
  const config = readAgentConfig(seed.brands[brand].agent);
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  const nothing = { fetch: neverCalled, sign: neverCalled, nowMs: neverCalled };
  const calls = { begin: neverCalled, neverSent: neverCalled, settle: neverCalled };
  const agent = createBrandAgent(config.value, { egress: nothing, signer: nothing, clock: nothing });
  const answer = await agent.answer({ text } as AgentTurn, calls, new AbortController().signal);
  if ('kind' in answer) throw new Error('a Brand without delegation asks for no permission');
  return answer;
}

function neverCalled(): never {
  throw new Error('a demo Brand calls nothing');
}

describe('sandbox seed (PACT wire §7)', () => {
  it('has two Brands of different names, each with a skill and an agent that the admin API takes', () => {
    const [first, second] = seed.brands;
    expect(first.name).not.toBe(second.name);
    for (const brand of seed.brands) {
      expect(readAgentConfig(brand.agent)).toMatchObject({ ok: true });
      expect(brand.skills.every(skill => skill.tags.length > 0)).toBe(true);
    }
  });

  it('registers one personal agent and, with the same keys, a disabled one, both without rate limits (P26)', () => {
    const limits = { perSecond: null, perUserPerSecond: null };
    expect(seed.personalAgent).toMatchObject({
      issuer: 'http://localhost:4004',
      jwksUri: 'http://localhost:4004/.well-known/jwks.json',
      enabled: true,
      limits,
    });
    expect(seed.disabledPersonalAgent).toMatchObject({
      issuer: 'http://localhost:4004/disabled-pa',
      jwksUri: 'http://localhost:4004/disabled-pa/.well-known/jwks.json',
      enabled: false,
      limits,
    });
  });
});

describe.each([0, 1] as const)('demo Brand %d', brand => {
  it.each([
    'Is my Friday flight on time?',
    'ABC123',
    'flight',
    'hello',
    'Where is order Q-48213?',
    '?!',
    ' a ',
  ])('answers %j with a text and leaves the conversation open', async text => {
    const answer = await say(brand, text);
    expect(answer.text.trim()).not.toBe('');
    expect(answer.close).toBe(false);
  });

  it('answers any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async text => {
        expect((await say(brand, text)).text.trim()).not.toBe('');
      }),
    );
  });

  it.each(['Goodbye!', 'ok, good bye', 'Please close this conversation.'])('closes on %j', async text => {
    expect(await say(brand, text)).toMatchObject({ close: true });
  });
});

describe('what the demo Brands say', () => {
  it('finds the booking of Windrow Air and the order of Quillside Books', async () => {
    expect((await say(0, 'My booking is ABC123, is it on time?')).text).toContain('Booking ABC123');
    expect((await say(1, 'Where is order Q-48213?')).text).toContain('Order Q-48213');
  });

  it('asks for a code that is missing', async () => {
    expect((await say(0, 'Is my Friday flight on time?')).text).toContain('booking code');
    expect((await say(1, 'Where is my order?')).text).toContain('order number');
  });
});
