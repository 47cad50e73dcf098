import { consentPage } from './consent-page';
import { CONSENT_FACTS } from './consent-page.test-kit';

const bodyOf = (changes: Partial<typeof CONSENT_FACTS> = {}) =>
  String(consentPage({ ...CONSENT_FACTS, ...changes }).body);

/** Reads a form as suites with bare regular expressions do: no entity is decoded, the first match counts. */
function bareForm(html: string) {
  const boxes = [...html.matchAll(/<input[^>]*type="checkbox"[^>]*>/g)].map(([tag]) => ({
    name: /name="([^"]*)"/.exec(tag)?.[1],
    value: /value="([^"]*)"/.exec(tag)?.[1],
    checked: /\schecked>/.test(tag),
  }));
  return {
    action: /<form[^>]*action="([^"]*)"/.exec(html)?.[1],
    method: /<form method="post" action=/.test(html),
    session: /name="session" value="([^"]*)"/.exec(html)?.[1],
    decisions: [...html.matchAll(/name="decision" value="([^"]*)"/g)].map(match => match[1]),
    languages: [...html.matchAll(/name="lang" value="([^"]*)" lang="([^"]*)"/g)].map(match => match[1]),
    boxes,
  };
}

describe('the decision form', () => {
  it('PACT wire 3: is written byte for byte as the wire shows it', () => {
    const form = /<form[^]*<\/form>/.exec(bodyOf())?.[0];
    expect(form)
      .toBe(`<form method="post" action="https://provider.example/a2a/01JBRAND/oauth/consent/decision">
<input type="hidden" name="session" value="eyJhbGciOiJIUzI1NiJ9.e30.c2ln">
<fieldset><legend>It may do what you leave ticked</legend><label><input type="checkbox" name="scope" value="orders:read" checked> <bdi>Look up your orders and their status</bdi></label><label><input type="checkbox" name="scope" value="orders:cancel"> <bdi>Cancel an order that has not shipped</bdi></label><p class="terms">It may do so for 30 days. You can take it back at any time under <a href="https://provider.example/a2a/01JBRAND/oauth/connected-agents">Connected agents</a>.</p></fieldset>
<button type="submit" name="decision" value="deny">Cancel</button> <button type="submit" name="decision" value="allow">Allow</button>
<button type="submit" name="lang" value="ar" lang="ar">العربية</button><button type="submit" name="lang" value="es" lang="es">Español</button></form>`);
  });

  it.each(['en', 'ar', 'es'] as const)('PACT wire 3: bare parsers read it in %s', language => {
    expect(bareForm(bodyOf({ language }))).toEqual({
      action: CONSENT_FACTS.decisionUrl,
      method: true,
      session: CONSENT_FACTS.session,
      decisions: ['deny', 'allow'],
      languages: ['en', 'ar', 'es'].filter(tag => tag !== language),
      boxes: [
        { name: 'scope', value: 'orders:read', checked: true },
        { name: 'scope', value: 'orders:cancel', checked: false },
      ],
    });
  });

  it('PACT wire 3: is the only form, and no other field is named session or assertion', () => {
    const html = bodyOf();
    expect(html.match(/<form/g)).toHaveLength(1);
    expect(html.match(/name="session"/g)).toHaveLength(1);
    expect(html).not.toMatch(/name="assertion"|<base/);
    expect(bareForm(html).action).not.toContain('&');
  });

  it('P22: a covered request has hidden scopes and Continue, and nothing to tick', () => {
    const html = bodyOf({ isCovered: true });
    expect(html).not.toContain('checkbox');
    expect(html).toContain('<input type="hidden" name="scope" value="orders:read">');
    expect(html).toContain('<input type="hidden" name="scope" value="orders:cancel">');
    expect(bareForm(html)).toMatchObject({
      session: CONSENT_FACTS.session,
      action: CONSENT_FACTS.decisionUrl,
      decisions: ['deny', 'allow'],
    });
    expect(html).toContain('value="allow">Continue</button>');
  });
});
