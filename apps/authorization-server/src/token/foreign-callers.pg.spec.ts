import type { StubPersonalAgent } from '@surety/testing';
import { type OAuthClient, type Tokens, tokensOf } from '../test-stack/oauth-client.test-kit';
import { OAuthWorld } from '../test-stack/oauth-world.test-kit';

/** Who else may come by a code or token: it is good for its personal agent, sub and Brand alone (P15). */
const THIEVES = ['another personal agent', 'another sub', 'another Brand'] as const;

describe('codes and tokens in the hands of others (P15, P17, P18, P19)', () => {
  let world: OAuthWorld;
  let brandId: string;
  let owner: OAuthClient;
  let thieves: Record<(typeof THIEVES)[number], OAuthClient>;

  beforeAll(async () => {
    world = await OAuthWorld.open();
    const origin = await world.boot();
    const agent: StubPersonalAgent = await world.personalAgent();
    brandId = await world.brand();
    owner = world.client(origin, agent, brandId);
    thieves = {
      'another personal agent': world.client(origin, await world.personalAgent(), brandId),
      'another sub': world.client(origin, agent, brandId, 'user-2'),
      'another Brand': world.client(origin, agent, await world.brand()),
    };
  });
  afterAll(() => world.close());
  beforeEach(() => world.run('DELETE FROM device_request'));

  const granted = async (): Promise<Tokens> => {
    const flow = await owner.flow();
    await world.decide(brandId, flow.userCode);
    return tokensOf(await owner.poll(flow.deviceCode));
  };

  it.each(THIEVES)(
    '[RFC8628-3.4-same-client] %s gets the answer of an unknown device code, and changes neither pace nor code',
    async thief => {
      const flow = await owner.flow();
      const unknown = await thieves[thief].poll(`dc_${'A'.repeat(43)}`);
      for (let at = 0; at < 3; at += 1) {
        const stolen = await thieves[thief].poll(flow.deviceCode);
        expect([stolen.status, stolen.text]).toEqual([unknown.status, unknown.text]);
      }
      expect((await owner.poll(flow.deviceCode)).json.error).toBe('authorization_pending');
      await world.decide(brandId, flow.userCode);
      expect((await thieves[thief].poll(flow.deviceCode)).json.error).toBe('invalid_grant');
      expect((await owner.poll(flow.deviceCode)).status).toBe(200);
      expect((await thieves[thief].poll(flow.deviceCode)).text).toBe(unknown.text);
    },
  );

  it.each(THIEVES)(
    '%s gets the answer of an unknown refresh token, and neither uses it nor ends the grant',
    async thief => {
      const { refresh } = await granted();
      const unknown = await thieves[thief].refresh(`rt_${'A'.repeat(43)}`);
      expect((await thieves[thief].refresh(refresh)).text).toBe(unknown.text);
      expect((await thieves[thief].refresh(refresh, { scope: 'nothing' })).text).toBe(unknown.text);
      const next = tokensOf(await owner.refresh(refresh));
      await world.run(
        `UPDATE refresh_token SET used_at = used_at - interval '1 hour' WHERE used_at IS NOT NULL`,
      );
      expect((await thieves[thief].refresh(refresh)).text).toBe(unknown.text);
      expect((await owner.refresh(next.refresh)).status).toBe(200);
    },
  );

  it.each(THIEVES)('%s revokes nothing with either token, and hears the same 200', async thief => {
    const tokens = await granted();
    for (const token of [tokens.access, tokens.refresh]) {
      const answer = await thieves[thief].revoke(token);
      expect([answer.status, answer.text]).toEqual([200, '']);
    }
    expect((await owner.refresh(tokens.refresh)).status).toBe(200);
  });

  it('takes neither kind of opaque token for the other, nor a delegation token for a refresh token', async () => {
    const flow = await owner.flow();
    await world.decide(brandId, flow.userCode);
    expect((await owner.refresh(flow.deviceCode)).json.error).toBe('invalid_grant');
    const tokens = tokensOf(await owner.poll(flow.deviceCode));
    expect((await owner.poll(tokens.refresh)).json.error).toBe('invalid_grant');
    expect((await owner.refresh(tokens.access)).json.error).toBe('invalid_grant');
    expect((await owner.refresh(tokens.refresh)).status).toBe(200);
  });
});
