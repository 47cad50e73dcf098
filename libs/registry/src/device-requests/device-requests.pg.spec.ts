import { ConsentWorld } from '../consents/consent-world.test-kit';
import { DeviceRequests, type StepUpRequest } from './device-requests.repository';

const ASKED: StepUpRequest = {
  brandId: 'brand-1',
  personalAgentId: 'pa-1',
  sub: 'user-1',
  scopes: ['orders:cancel'],
};
let world: ConsentWorld;
let requests: DeviceRequests;

beforeAll(async () => {
  world = await ConsentWorld.open();
  requests = new DeviceRequests(world.database.sql);
});
afterAll(() => world.close());
beforeEach(() => world.run('TRUNCATE device_request, delegation_grant CASCADE'));

const codeOf = async (changes: Partial<StepUpRequest> = {}) =>
  (await requests.stepUp({ ...ASKED, ...changes })).userCode;

describe('the link of a step-up (PACT 5.5)', () => {
  it('waits for the User as a request without a device code, which yields no token', async () => {
    const userCode = await codeOf();
    expect(await world.consents.open('brand-1', userCode, 'jane')).toMatchObject({
      request: { kind: 'step_up', scopes: ['orders:cancel'], userCode },
    });
    expect(await world.run('SELECT device_code_hash FROM device_request')).toEqual([
      { device_code_hash: null },
    ]);
  });

  it('is the same for the same question within 60 seconds', async () => {
    const first = await codeOf();
    expect(await codeOf()).toBe(first);
    await world.run(`UPDATE device_request SET created_at = created_at - interval '61 seconds'`);
    expect(await codeOf()).not.toBe(first);
  });

  it.each([
    ['other scopes', { scopes: ['orders:read'] }],
    ['more scopes', { scopes: ['orders:read', 'orders:cancel'] }],
    ['another User', { sub: 'user-2' }],
    ['another personal agent', { personalAgentId: 'pa-2' }],
    ['another Brand', { brandId: 'brand-2' }],
  ])('is another one for %s', async (_what, changes) => {
    expect(await codeOf(changes)).not.toBe(await codeOf());
  });

  it.each([
    ['denied', `UPDATE device_request SET state = 'denied'`],
    ['expired', 'UPDATE device_request SET expires_at = clock_timestamp()'],
  ])('is a fresh one when the last is %s', async (_state, change) => {
    const first = await codeOf();
    await world.run(change);
    expect(await codeOf()).not.toBe(first);
  });

  it('never gives the code of a device authorization of the same scopes', async () => {
    const device = await world.request({ scopes: ASKED.scopes });
    expect(await codeOf()).not.toBe(device.userCode);
  });
});
