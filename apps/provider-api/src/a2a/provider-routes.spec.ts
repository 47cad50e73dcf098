import { resolveRoute } from './provider-routes';

const CARD = '/.well-known/agent-card.json';

describe('routes beside /a2a/', () => {
  it.each([
    ['as it is', CARD],
    ['with a query', `${CARD}?x=/health/live`],
    ['with an escape', '/.well-known/agent%2Dcard.json'],
    ['in absolute form', `http://brand.example${CARD}`],
    ['in absolute form with query', `HTTPS://brand.example:8443${CARD}?a`],
  ])('PACT wire 1: reads a path %s', (_form, target) => {
    expect(resolveRoute('GET', target)).toEqual({ kind: 'origin', path: CARD });
  });

  it.each([
    ['another letter case', '/.well-known/Agent-Card.json'],
    ['a trailing slash', `${CARD}/`],
    ['a doubled slash', `/${CARD}`],
    ['an escaped slash', '/.well-known%2Fagent-card.json'],
    ['an escape within an escape', '/.well-known/agent%252Dcard.json'],
    ['a broken escape', '/.well-known/agent-card.json%'],
    ['an escape that is no UTF-8', '/health/live%ff'],
    ['a fragment', `${CARD}#`],
    ['dots', '/health/../.well-known/agent-card.json'],
    ['no path', '*'],
    ['nothing', ''],
    ['the internal path of an operation', '/operation/sendMessage'],
    ['the path of the refused', '/refused'],
  ])('PACT 2.2: knows no path with %s', (_form, target) => {
    expect(resolveRoute('GET', target)).toEqual({ kind: 'not-found' });
  });

  it.each([
    ['POST', CARD, 'GET, HEAD, OPTIONS'],
    ['DELETE', '/.well-known/webhook-jwks.json', 'GET, HEAD, OPTIONS'],
    ['OPTIONS', '/health/live', 'GET, HEAD'],
    ['PUT', 'http://provider.example/metrics', 'GET, HEAD'],
  ])('P5: refuses %s on %s with what it takes', (method, target, allow) => {
    expect(resolveRoute(method, target)).toEqual({ kind: 'method-not-allowed', allow });
  });
});
