import { PageRefusal } from '../pages/page-refusal';
import type { PageAnswer } from '../pages/page-answer';
import { BRAND, CODE, ConsentFlow, PUBLIC_URL, assertionWith } from './consent-flow.test-kit';

let flow: ConsentFlow;
let session: string;

const bodyOf = (answer: PageAnswer) => (answer.kind === 'page' ? String(answer.page.body) : '');
const sessionIn = (html: string) => /name="session" value="([^"]*)"/.exec(html)?.[1] ?? '';
const refused = (answer: Promise<unknown>) =>
  answer.then(
    () => 'not refused',
    (error: unknown) => (error instanceof PageRefusal ? error.page : String(error)),
  );
const decide = (fields: [string, string][], origin?: string) =>
  flow.decision.decide(
    flow.request({ form: new URLSearchParams(fields).toString(), ...(origin ? { origin } : {}) }),
  );

beforeEach(async () => {
  flow = new ConsentFlow();
  session = sessionIn(bodyOf(await flow.consent.receive(flow.request({ form: assertionWith(CODE) }))));
  flow.steps.length = 0;
});

describe('POST C/decision', () => {
  it('PACT wire 3: leads to the completion page with what was granted', async () => {
    expect(
      await decide([
        ['session', session],
        ['scope', 'orders:read'],
        ['scope', 'not:asked'],
        ['decision', 'allow'],
      ]),
    ).toMatchObject({
      kind: 'redirect',
      location:
        'https://brand.example/connected?status=approved&client=https%3A%2F%2Fpa.example.com&scope=orders%3Aread',
    });
    expect(flow.decisions).toEqual([
      {
        brandId: BRAND.id,
        requestId: '01JREQUEST',
        brandUser: 'user-1',
        decision: 'allow',
        ticked: ['orders:read', 'not:asked'],
      },
    ]);
  });

  it('PACT wire 3: ends on a page of ours when the Brand has no completion page', async () => {
    flow.brand = { ...BRAND, delegation: { ...BRAND.delegation, completionUrl: null } };
    const answer = await decide([
      ['session', session],
      ['decision', 'allow'],
    ]);
    expect(bodyOf(answer)).toContain('<h1 tabindex="-1" autofocus>Allowed</h1>');
  });

  it.each([
    ['another site', 'https://evil.example', 'origin'],
    ['null', 'null', 'origin'],
    ['two', `${PUBLIC_URL}, https://evil.example`, 'origin'],
    ['a look-alike', `${PUBLIC_URL}.evil.example`, 'origin'],
    ['another port', `${PUBLIC_URL}:8443`, 'origin'],
    ['ours', PUBLIC_URL, 'not refused'],
    ['none', '', 'not refused'],
  ])('field 24: judges the Origin first: %s', async (_kind, origin, page) => {
    const fields: [string, string][] = [
      ['session', session],
      ['decision', 'allow'],
    ];
    expect(await refused(decide(fields, origin))).toBe(page);
    if (page === 'origin') expect(flow.steps).toEqual([]);
  });

  it.each<[string, () => [string, string][]]>([
    ['no session', () => [['decision', 'allow']]],
    [
      'a foreign session',
      () => [
        ['session', `${session.slice(0, -2)}xx`],
        ['decision', 'allow'],
      ],
    ],
    [
      'two sessions',
      () => [
        ['session', session],
        ['session', session],
        ['decision', 'allow'],
      ],
    ],
    ['no decision', () => [['session', session]]],
    [
      'another decision',
      () => [
        ['session', session],
        ['decision', 'maybe'],
      ],
    ],
    [
      'two decisions',
      () => [
        ['session', session],
        ['decision', 'allow'],
        ['decision', 'deny'],
      ],
    ],
    [
      'a language that is none of ours',
      () => [
        ['session', session],
        ['lang', 'xx'],
      ],
    ],
  ])('answers %s with the 400 page and asks nothing', async (_kind, fields) => {
    expect(await refused(decide(fields()))).toBe('link');
    expect(flow.steps).toEqual([]);
  });

  it('P21: a session of another Brand is none', async () => {
    flow.brand = { ...BRAND, id: '01JOTHER' };
    expect(
      await refused(
        decide([
          ['session', session],
          ['decision', 'allow'],
        ]),
      ),
    ).toBe('link');
  });

  it('is the 400 page when the request is no longer pending', async () => {
    flow.isPending = false;
    expect(
      await refused(
        decide([
          ['session', session],
          ['decision', 'deny'],
        ]),
      ),
    ).toBe('link');
    expect(
      await refused(
        decide([
          ['session', session],
          ['lang', 'ar'],
        ]),
      ),
    ).toBe('link');
  });

  it('PACT wire 3: shows itself in another language with the ticks kept, decides nothing, and remembers the language', async () => {
    const page = await decide([
      ['session', session],
      ['scope', 'orders:cancel'],
      ['lang', 'ar'],
    ]);
    const html = bodyOf(page);
    expect(page).toMatchObject({ status: 200, page: { language: 'ar' } });
    expect(html).toContain('value="orders:read"> ');
    expect(html).toContain('value="orders:cancel" checked> ');
    expect(flow.steps).toEqual(['find']);
    flow.brand = { ...BRAND, delegation: { ...BRAND.delegation, completionUrl: null } };
    const end = await decide([
      ['session', sessionIn(html)],
      ['decision', 'allow'],
    ]);
    expect(end).toMatchObject({ page: { language: 'ar' } });
  });

  it('a decision counts when a language comes with it', async () => {
    await decide([
      ['session', session],
      ['decision', 'deny'],
      ['lang', 'ar'],
    ]);
    expect(flow.steps).toEqual(['decide']);
  });
});
