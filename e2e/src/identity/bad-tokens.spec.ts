import { assertBare401, badPaJwts, goodPaJwts, makePaJwtWorld, sendMessageBody } from '@surety/testing';
import { type PaJwtWorld, PaJwtWriter, StubPersonalAgent, userMessage } from '@surety/testing';
import { comparable } from '../stack/comparable';
import { RegisteredAgent, sandboxBrand } from '../stack/registered-agent';
import { readStack } from '../stack/stack-descriptor';

const brand = sandboxBrand();

/**
 * Every token that must be refused, sent to a running Provider beside the good ones of which it is one mutation: the
 * answers may not tell which rule refused.
 */
describe('PACT 3.2: the corpus of tokens at a running Provider', () => {
  let agent: RegisteredAgent;
  let world: PaJwtWorld;
  const plainToken = () => new PaJwtWriter(world, Date.now()).token();
  beforeAll(async () => {
    const stub = await StubPersonalAgent.start();
    const { audience } = readStack().provider;
    world = makePaJwtWorld({ issuer: stub.issuer, audience, sub: 'user-1' });
    stub.behaviour = { kind: 'raw', body: world.jwks };
    agent = await RegisteredAgent.register({ stub, firstToken: () => plainToken() });
  });
  afterAll(() => agent.stop());

  it('[PACT-3.2-alg] [PACT-3.2-iat] [PACT-3.2-exp] [PACT-3.2-skew] [PACT-3.2-jti] takes every good token', async () => {
    for (const { why, token } of goodPaJwts(world, Date.now())) {
      const answer = await brand.route('tasks', token);
      expect([why, answer.status]).toEqual([why, 200]);
    }
  });

  it('[PACT-3.2-alg] [PACT-3.2-iss] [PACT-3.2-sub] [PACT-3.2-aud] [PACT-3.2-iat] [PACT-3.2-exp] [PACT-3.2-signature] [PACT-3.2-skew] [PACT-3.1-issuer] [PACT-3.4-challenge] [PACT-3.4-no-body] answers every bad token alike, in everything but Date and Request-Id', async () => {
    expect((await brand.route('tasks', plainToken())).status).toBe(200);
    const none = await brand.route('tasks');
    assertBare401(none);
    const bad = badPaJwts(world, Date.now());
    expect(bad.length).toBeGreaterThanOrEqual(80);
    for (const { rule, change, token } of bad) {
      const answer = await brand.route('tasks', token);
      expect([rule, change, comparable(answer)]).toEqual([rule, change, comparable(none)]);
    }
  });

  it('[PACT-3.4-order] answers them alike on a message, whose body is not read', async () => {
    const body = sendMessageBody(userMessage('Hi'));
    const none = await brand.route('message:send', undefined, { method: 'POST', body });
    assertBare401(none);
    const bad = badPaJwts(world, Date.now()).filter((_row, at) => at % 5 === 0);
    for (const { rule, change, token } of bad) {
      for (const sent of [body, '{']) {
        const answer = await brand.sendBody(token, sent);
        expect([rule, change, comparable(answer)]).toEqual([rule, change, comparable(none)]);
      }
    }
  });
});
