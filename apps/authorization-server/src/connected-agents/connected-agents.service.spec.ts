import { CONSENT_URL, ConsentFlow, NOW, PUBLIC_URL } from '../consent/consent-flow.test-kit';
import { PageRefusal } from '../pages/page-refusal';
import type { PageAnswer } from '../pages/page-answer';
import type { UserGrant } from '@surety/registry';
import { ConnectedAgentsService } from './connected-agents.service';

const KEY = Buffer.alloc(32, 6);
const MANAGE_URL = `${PUBLIC_URL}/a2a/01JBRAND/oauth/connected-agents`;
const HOSTILE = '<b>x</b>\u202e';

let flow: ConsentFlow;
let grants: (UserGrant & { brandUser: string })[];
let isAllowed: boolean;
let nowMs: number;

const grant = (id: string, brandUser: string): UserGrant & { brandUser: string } => ({
  id,
  brandUser,
  issuer: `https://${id}.example/x`,
  scopes: ['orders:read', 'gone'],
  since: new Date(NOW),
  lastUsedAt: id === 'g1' ? null : new Date(NOW),
  endsAt: new Date(NOW + 86_400_000),
});

function service(): ConnectedAgentsService {
  return new ConnectedAgentsService(
    { mintManage: () => Promise.resolve({ userCode: 'WDJBMJHT' }) },
    {
      liveOf: (_brand, user) => Promise.resolve(grants.filter(({ brandUser }) => brandUser === user)),
      revokeByUser: ({ grantId, brandUser }) => {
        const before = grants.length;
        grants = grants.filter(held => held.id !== grantId || held.brandUser !== brandUser);
        return Promise.resolve(grants.length < before);
      },
    },
    {
      take: () => Promise.resolve(isAllowed ? { allowed: true } : { allowed: false, retryAfterSeconds: 6 }),
    },
    { publicUrl: PUBLIC_URL, manageKey: KEY },
    { nowMs: () => nowMs },
  );
}

beforeEach(() => {
  flow = new ConsentFlow();
  grants = [grant('g1', 'user-1'), grant('g2', 'user-1'), grant('g3', 'user-2')];
  isAllowed = true;
  nowMs = NOW;
});

const bodyOf = (answer: PageAnswer) => (answer.kind === 'page' ? String(answer.page.body) : '');
const sessionIn = (html: string) => /name="session" value="([^"]*)"/.exec(html)?.[1] ?? '';
const list = async (sub = 'user-1') => bodyOf(await service().list(flow.request({}), { sub }));
const revoke = (fields: Record<string, string>, origin?: string) =>
  service().revoke(
    flow.request({ form: new URLSearchParams(fields).toString(), ...(origin ? { origin } : {}) }),
  );
const refused = (answer: Promise<unknown>) =>
  answer.then(
    () => 'not refused',
    (error: unknown) => (error instanceof PageRefusal ? error.page : String(error)),
  );

describe('connected agents', () => {
  it('PACT wire 3: begin with one button, which leads to the login with a code of their own', async () => {
    const entry = service().entry(flow.request({}));
    expect(entry).toMatchObject({ status: 200, leadsToLogin: true });
    expect(bodyOf(entry)).toContain(`<form method="post" action="${MANAGE_URL}">`);
    expect(await service().start(flow.request({}))).toEqual({
      kind: 'redirect',
      location: `https://brand.example/login?return_to=${encodeURIComponent(`${CONSENT_URL}?user_code=WDJB-MJHT`)}`,
      language: 'en',
      leadsToLogin: true,
    });
  });

  it.each(['null', 'https://evil.example'])('refuse to begin from %s', async origin => {
    expect(await refused(service().start(flow.request({ origin })))).toBe('origin');
  });

  it('are limited by source', async () => {
    isAllowed = false;
    expect(await refused(service().start(flow.request({})))).toBe('guesses');
  });

  it('list who may do what, since when, last used and until when, to their User alone', async () => {
    const html = await list();
    expect(html).toContain('<h2 class="agent"><bdi dir="ltr">https://g1.example</bdi></h2>');
    expect(html).toContain('<dd>Never</dd>');
    expect(html).toContain('<time datetime="2026-11-30T12:00:00.000Z">November 30, 2026 at 12:00');
    expect(html.match(/<li><bdi>Look up your orders<\/bdi><\/li>/g)).toHaveLength(2);
    expect(html).not.toMatch(/gone|g3/);
    expect(await list('user-2')).not.toMatch(/g1|g2/);
    expect(await list('user-3')).toContain('No personal agent may act for you.');
  });

  it('field 24: show markup in every string as text', async () => {
    flow.brand = {
      ...flow.brand,
      name: HOSTILE,
      scopes: [{ id: 'orders:read', description: HOSTILE }],
    };
    const html = bodyOf(await service().list(flow.request({}), { sub: 'user-1', name: HOSTILE }));
    expect(html.match(/<bdi>&lt;b&gt;x&lt;\/b&gt;\u202e<\/bdi>/g)).toHaveLength(4);
    expect(html).not.toContain('<b>');
  });

  it('end one, and show the list again under the same session', async () => {
    const session = sessionIn(await list());
    const html = bodyOf(await revoke({ session, grant: 'g1' }, PUBLIC_URL));
    expect(grants.map(({ id }) => id)).toEqual(['g2', 'g3']);
    expect(html).toContain('It is disconnected');
    expect(html).not.toContain('g1.example');
    expect(sessionIn(html)).toBe(session);
    expect(await refused(revoke({ session, grant: 'g1' }))).toBe('link');
  });

  it.each([
    ['of another User', 'g3'],
    ['that is none', 'nope'],
    ['without a name', ''],
  ])('never end a grant %s', async (_kind, id) => {
    const session = sessionIn(await list());
    expect(await refused(revoke({ session, grant: id }))).toBe('link');
    expect(grants).toHaveLength(3);
  });

  it('field 24: need the session of this page and a form of ours', async () => {
    const session = sessionIn(await list());
    expect(await refused(revoke({ session, grant: 'g1' }, 'https://evil.example'))).toBe('origin');
    expect(await refused(revoke({ session, grant: 'g1' }, 'null'))).toBe('origin');
    expect(await refused(revoke({ grant: 'g1' }))).toBe('link');
    const consentPage = await flow.consent.receive(flow.request({ form: 'assertion=WDJBMJHT' }));
    expect(await refused(revoke({ session: sessionIn(bodyOf(consentPage)), grant: 'g1' }))).toBe('link');
    nowMs = NOW + 600_000;
    expect(await refused(revoke({ session, grant: 'g1' }))).toBe('link');
    expect(grants).toHaveLength(3);
  });
});
