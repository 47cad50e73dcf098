import type { IncomingMessage, ServerResponse } from 'node:http';
import { approveByForms, logInByForm } from './approve-by-forms';
import { StubHost } from './stub-host';

const USER = { email: 'jane@b.example', password: 'a&b "c"' };

/** A Brand's login and a Provider's consent in one host, as PACT wire 3 writes them. */
describe('approveByForms', () => {
  let host: StubHost;
  let received: { readonly path: string; readonly form: URLSearchParams; readonly headers: unknown }[];
  let skip: boolean;

  const page = (body: string): string => `<!DOCTYPE html><html><body>${body}</body></html>`;
  const pages: Record<string, (form: URLSearchParams) => string> = {
    '/login': form =>
      form.has('email')
        ? page(`<form method="post" action="${host.origin}/c">
<input type="hidden" name="assertion" value="eyJ.a.b"><button>Continue</button></form>`)
        : page(`<form method="post" action="/login">
<input type="hidden" name="return_to" value="https://p.example/c?user_code=A&amp;x=&quot;">
<input id="email" name="email" value=""></form>`),
    '/c': () =>
      page(`<form method="post" action="${host.origin}/c/decision">
<input type="hidden" name="session" value="eyJ.s.s">
<label><input type="checkbox" name="scope" value="orders:read" checked> Read</label>
<label><input type="checkbox" name="scope" value="orders:cancel"> Cancel</label>
<button name="decision" value="deny">Cancel</button></form>`),
  };

  const serve = (request: IncomingMessage, body: Buffer, response: ServerResponse): void => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const form = new URLSearchParams(body.toString('utf8'));
    received.push({ path, form, headers: request.headers });
    const isEnd = path === '/c/decision' || (skip && path === '/c');
    if (isEnd) {
      const location = `https://b.example/connected?status=${form.get('decision') ?? 'skipped'}`;
      return void response.writeHead(303, { location }).end();
    }
    const write = pages[path];
    response.writeHead(write ? 200 : 404, { 'content-type': 'text/html' }).end(write?.(form) ?? '');
  };

  beforeAll(async () => void (host = await StubHost.start(serve)));
  beforeEach(() => {
    received = [];
    skip = false;
  });
  afterAll(() => host.close());

  it('logs in, ticks and allows, with no cookie and no Origin, and follows no redirect', async () => {
    const end = await approveByForms(`${host.origin}/login?return_to=x`, USER, ['orders:cancel', 'nothing']);
    expect(received.map(({ path }) => path)).toEqual(['/login', '/login', '/c', '/c/decision']);
    const [, login, assertion, decision] = received.map(({ form }) => [...form]);
    expect(login).toEqual([
      ['return_to', 'https://p.example/c?user_code=A&x="'],
      ['email', USER.email],
      ['password', USER.password],
    ]);
    expect(assertion).toEqual([['assertion', 'eyJ.a.b']]);
    expect(decision).toEqual([
      ['session', 'eyJ.s.s'],
      ['scope', 'orders:cancel'],
      ['decision', 'allow'],
    ]);
    for (const { headers } of received) {
      expect(headers).not.toHaveProperty('cookie');
      expect(headers).not.toHaveProperty('origin');
    }
    expect(end).toMatchObject({
      status: 303,
      boxes: [
        { id: 'orders:read', checked: true },
        { id: 'orders:cancel', checked: false },
      ],
      consentPage: expect.stringContaining('name="session"'),
    });
    expect(end.location?.searchParams.get('status')).toBe('allow');
  });

  it('declines, types a code by hand, and takes a consent that is skipped', async () => {
    const denied = await approveByForms(`${host.origin}/login`, { ...USER, userCode: 'A-B' }, [], 'deny');
    expect(denied.location?.searchParams.get('status')).toBe('deny');
    expect(received[1]?.form.get('user_code')).toBe('A-B');
    skip = true;
    const skipped = await approveByForms(`${host.origin}/login`, USER, []);
    expect(skipped).toMatchObject({ status: 303, boxes: [], consentPage: '' });
  });

  it('fails where the way ends too early', async () => {
    await expect(approveByForms(`${host.origin}/nowhere`, USER, [])).rejects.toThrow(
      /login page answered 404/,
    );
    expect(await logInByForm(`${host.origin}/login`, USER)).toEqual({
      action: `${host.origin}/c`,
      assertion: 'eyJ.a.b',
    });
  });
});
