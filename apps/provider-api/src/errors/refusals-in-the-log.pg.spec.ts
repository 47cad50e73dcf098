import { type RunningApp, bootApp } from '@surety/platform';
import { type StubPersonalAgent, sendMessageBody, userMessage } from '@surety/testing';
import { providerBootOptions } from '../boot';
import { RegisteredWorld } from '../test-stack/registered-world.test-kit';

jest.setTimeout(60_000);

interface Line {
  readonly requestId?: string;
  readonly msg: string;
  readonly [member: string]: unknown;
}

describe('what the log says of a request', () => {
  let world: RegisteredWorld;
  let personalAgent: StubPersonalAgent;
  let provider: RunningApp;
  let brandId: string;
  const output: string[] = [];

  beforeAll(async () => {
    world = await RegisteredWorld.open();
    personalAgent = await world.personalAgent();
    brandId = await world.scriptBrand();
    jest.spyOn(process.stdout, 'write').mockImplementation(text => output.push(String(text)) > 0);
    provider = await bootApp({
      ...providerBootOptions(world.settings({ SURETY_LOG_LEVEL: 'debug' })),
      stopOnSignals: false,
    });
  });
  afterAll(async () => {
    await provider.stop();
    jest.restoreAllMocks();
    await world.close();
  });

  const token = () => `Bearer ${personalAgent.token({ audience: world.audience })}`;

  /** The lines about one request, told by the id that its answer had; nothing else ties them to a caller. */
  async function linesOf(path: string, init: RequestInit): Promise<Line[]> {
    const answer = await fetch(`${provider.origins[0]}${path}`, init);
    await answer.arrayBuffer();
    const id = answer.headers.get('request-id');
    const lines = output.flatMap(text => text.trim().split('\n')).map(line => JSON.parse(line) as Line);
    return lines.filter(({ requestId }) => requestId === id);
  }

  const toSend = (id: string) => `/a2a/${id}/message:send`;
  const unknownBrand = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

  it.each([
    ['PACT 2.2', 'an unknown path', '/nothing', {}, { status: 404, detail: 'no such route' }],
    ['P5', 'another verb', toSend(unknownBrand), {}, { status: 405, detail: 'allowed: POST' }],
    [
      'PACT 3.4',
      'a bad token',
      toSend(unknownBrand),
      { method: 'POST', headers: { authorization: 'Bearer x' } },
      { status: 401, detail: 'parts: not three non-empty parts' },
    ],
  ])('%s: tells the operator why %s was refused', async (_clause, _kind, path, init, expected) => {
    expect(await linesOf(path, init)).toContainEqual(
      expect.objectContaining({ ...expected, msg: 'refused' }),
    );
  });

  it('P36: tells the operator that a Brand is not there', async () => {
    const lines = await linesOf(toSend(unknownBrand), {
      method: 'POST',
      headers: { authorization: token() },
    });
    expect(lines).toContainEqual(
      expect.objectContaining({ status: 404, detail: 'unknown or closed Brand', msg: 'refused' }),
    );
  });

  it('PACT 6: tells the operator which rule a message broke', async () => {
    const headers = { authorization: token() };
    const lines = await linesOf(toSend(brandId), { method: 'POST', headers, body: '{' });
    expect(lines).toContainEqual(
      expect.objectContaining({ reason: 'INVALID_PARAMS', message: 'The body is not JSON', msg: 'refused' }),
    );
  });

  it.each([
    ['another version', '0.3', '0.3'],
    ['no version', undefined, 'absent'],
    ['a long version, cut', 'x'.repeat(500), 'x'.repeat(32)],
  ])('P3: notes %s of an admitted request and answers it like any other', async (_kind, sent, noted) => {
    const lines = await linesOf(toSend(brandId), {
      method: 'POST',
      headers: { authorization: token(), ...(sent === undefined ? {} : { 'a2a-version': sent }) },
      body: sendMessageBody(userMessage('Hello')),
    });
    expect(lines).toContainEqual(expect.objectContaining({ a2aVersion: noted, brandId, msg: 'admitted' }));
    expect(lines).toContainEqual(expect.objectContaining({ status: 200, msg: 'answered' }));
  });
});
