import { type RunningApp, bootApp } from '@surety/platform';
import { StubBrand, type StubPersonalAgent, says, sendMessageBody, userMessage } from '@surety/testing';
import { providerBootOptions } from './boot';
import { RegisteredWorld } from './test-stack/registered-world.test-kit';

jest.setTimeout(60_000);

describe('stopping a Provider', () => {
  let world: RegisteredWorld;
  let stub: StubBrand;
  let personalAgent: StubPersonalAgent;
  let provider: RunningApp;

  beforeAll(async () => {
    world = await RegisteredWorld.open();
    personalAgent = await world.personalAgent();
    stub = await StubBrand.start();
    provider = await bootApp({
      ...providerBootOptions(world.settings({ SURETY_LOG_LEVEL: 'fatal' })),
      stopOnSignals: false,
    });
  });
  afterAll(async () => {
    await provider.stop();
    await stub.stop();
    await world.close();
  });

  it('P10: lets a webhook finish whose caller hung up, and stores its reply for the retry', async () => {
    stub.behave({ kind: 'late', afterMs: 1_000, reply: says('Late, but here.') });
    const brandId = await world.webhookBrand(stub);
    const caller = new AbortController();
    const sending = fetch(`${provider.origins[0]}/a2a/${brandId}/message:send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${personalAgent.token({ audience: world.audience })}` },
      body: sendMessageBody(userMessage('Are you there?')),
      signal: caller.signal,
    });
    const hungUp = expect(sending).rejects.toThrow();
    await stub.delivered(1);
    caller.abort();
    await hungUp;

    await provider.stop();

    const turns = await world.run('SELECT state, reply_text AS reply FROM turn');
    expect(turns).toEqual([{ state: 'answered', reply: 'Late, but here.' }]);
  });
});
