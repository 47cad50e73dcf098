import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AgentTurn,
  type BeginningCall,
  type BrandAgent,
  createBrandAgent,
  readAgentConfig,
  readTool,
  requestSigner,
} from '@surety/agents';
import { EgressClient, type RunningApp, systemClock } from '@surety/platform';
import { StubDelegatedBrand } from '@surety/testing';
import { generateSigningJwk, privateKeyOf, signDelegationToken } from '@surety/tokens';
import { bootSandbox } from './boot';
import { sandboxSeed } from './seed/sandbox-seed';

const webhook = generateSigningJwk('ES256');
const ALL = ['orders:read', 'address:read', 'orders:cancel'];

describe('the demo Brand that delegates: its rules, its tools and its account API together', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'surety-sandbox-'));
  const egress = new EgressClient({ allowLoopbackHttp: true, allowCidrs: [] });
  let provider: StubDelegatedBrand;
  let app: RunningApp;
  let agent: BrandAgent;
  let sent: BeginningCall[];
  let turns = 0;

  beforeAll(async () => {
    provider = await StubDelegatedBrand.start();
    const { interfaceUrl } = provider;
    provider.script('/.well-known/webhook-jwks.json', { status: 200, body: { keys: [webhook.publicJwk] } });
    writeFileSync(join(dataDir, 'sandbox-brand.json'), JSON.stringify({ interfaceUrl }));
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    app = await bootSandbox({
      SURETY_PORT: String(port),
      SURETY_LISTEN: '127.0.0.1',
      SURETY_DATA_DIR: dataDir,
      SURETY_SANDBOX_URL: origin,
      SURETY_DRAIN_SECONDS: '0',
      SURETY_LOG_LEVEL: 'fatal',
    });
    agent = seededAgent(origin);
  });
  beforeEach(() => void (sent = []));
  afterAll(async () => {
    await app.stop();
    await provider.stop();
    await egress.close();
    rmSync(dataDir, { recursive: true });
  });

  /** The Brand as the seed registers it, with its tools and scopes read as the admin API reads them. */
  function seededAgent(origin: string): BrandAgent {
    const { scopes, tools, delegating } = sandboxSeed(origin).delegatedBrand;
    const config = readAgentConfig(delegating.agent);
    const read = tools.map(tool => readTool(tool, ALL));
    const registered = read.flatMap(tool => (tool.ok ? [tool.value] : []));
    expect(read.filter(tool => !tool.ok)).toEqual([]);
    if (!config.ok) throw new Error(JSON.stringify(config.error));
    const key = { kid: webhook.publicJwk.kid, key: privateKeyOf(webhook.privateJwk) };
    const parts = { egress, signer: requestSigner(async () => key), clock: systemClock };
    return createBrandAgent(config.value, parts, { tools: registered, scopes: scopes.scopes });
  }

  const say = (text: string, scopes?: readonly string[], brandUser = 'fern-1001') => {
    turns += 1;
    const turn = {
      turnId: `tn_${turns}`,
      contextId: 'ctx-1',
      messageId: 'm-1',
      text,
      nextStep: 1,
      run: 1,
      deadlineMs: Date.now() + 20_000,
      ...(scopes && {
        delegation: { token: token(scopes, brandUser), grantId: 'g', brandUserId: brandUser, scopes },
      }),
    } as AgentTurn;
    const ledger = {
      begin: async (call: BeginningCall) => void sent.push(call),
      neverSent: async () => undefined,
      settle: async () => undefined,
    };
    return agent.answer(turn, ledger, AbortSignal.timeout(20_000));
  };
  const token = (scopes: readonly string[], brandUser: string) => {
    const iat = Math.floor(Date.now() / 1000);
    return signDelegationToken(provider.oauth.privateJwk, {
      issuer: provider.oauth.issuer,
      interfaceUrl: provider.interfaceUrl,
      brandUser,
      clientId: 'https://pa.example',
      scopes,
      grantId: 'g',
      iat,
      exp: iat + 3600,
      jti: 'j',
    });
  };
  const called = () => sent.map(({ tool }) => tool?.name);

  it.each([
    ['Where are my orders?', 'A-88240', ['list_orders']],
    ['And order A-88213?', 'walking boots', ['lookup_order']],
    ['what about a-88213', 'walking boots', ['lookup_order']],
    ['Is there an order Z-00000?', 'You have no order Z-00000', ['lookup_order']],
    ['Which delivery address do you have?', 'Heather Lane', ['lookup_address']],
  ])('answers %j from the account', async (text, words, tools) => {
    expect(await say(text, ALL)).toMatchObject({ text: expect.stringContaining(words), close: false });
    expect(called()).toEqual(tools);
  });

  it('cancels an order after a look at it, and says so', async () => {
    expect(await say('Please cancel order A-88240', ALL, 'user-2')).toMatchObject({
      text: expect.stringContaining('A-88240 (a rain jacket) is cancelled'),
    });
    expect(sent.map(({ tool, effect }) => [tool?.name, effect])).toEqual([
      ['lookup_order', false],
      ['cancel_order', true],
    ]);
    expect(await say('And A-88240 now?', ALL, 'user-2')).toMatchObject({
      text: expect.stringContaining('cancelled'),
    });
    expect(await say('cancel A-88213', ALL, 'user-2')).toMatchObject({
      text: expect.stringContaining('cannot be cancelled'),
    });
  });

  it.each([
    ['Where are my orders?', undefined, ['orders:read']],
    ['Which delivery address do you have?', ['orders:read'], ['address:read']],
    ['Cancel A-88251', undefined, ['orders:read', 'orders:cancel']],
    ['Cancel A-88251', ['orders:read'], ['orders:cancel']],
  ])('P28: %j with %j steps up before anything is sent', async (text, scopes, missingScopes) => {
    expect(await say(text, scopes)).toMatchObject({ kind: 'step-up', missingScopes });
    expect(sent).toEqual([]);
  });

  it.each([
    ['Cancel my order please', 'Which order'],
    ['hello', 'Fernway Market'],
    ['?!', 'I can help'],
  ])('[PACT-5.2-unmapped] answers %j without the account, for anybody', async (text, words) => {
    expect(await say(text)).toMatchObject({ text: expect.stringContaining(words), close: false });
  });

  it('closes the conversation on goodbye', async () => {
    expect(await say('Goodbye!')).toMatchObject({ close: true });
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise(resolve => server.close(resolve));
  return port;
}
