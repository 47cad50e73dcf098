import { OAUTH_ROUTES, resolveRoute } from './oauth-routes';

const BRAND = '/a2a/01J.x_-Y/oauth';
const operationOf = (target: string) => {
  const route = resolveRoute(target);
  return route.kind === 'brand' ? `${route.route.operation} of ${route.brandId}` : route.kind;
};

describe('routes of the authorization server (PACT wire 3)', () => {
  it.each(OAUTH_ROUTES.map(({ operation, path }) => [operation, path]))(
    'finds %s at %s',
    (operation, path) => {
      expect(operationOf(`/a2a/01J.x_-Y/${path}`)).toBe(`${operation} of 01J.x_-Y`);
    },
  );

  it.each([
    ['with a query', `${BRAND}/consent?user_code=ABCD-EFGH`, 'consent'],
    ['with an escape', `${BRAND}/%74oken`, 'token'],
    ['in absolute form', `https://any.example${BRAND}/jwks.json`, 'jwks'],
    [
      'at the well-known address (RFC 8414 3.1)',
      `/.well-known/oauth-authorization-server${BRAND}`,
      'metadata',
    ],
  ])('reads an address %s', (_form, target, operation) => {
    expect(operationOf(target)).toBe(`${operation} of 01J.x_-Y`);
  });

  it.each([
    ['the issuer itself', BRAND],
    ['a trailing slash', `${BRAND}/token/`],
    ['another letter case', `${BRAND}/Token`],
    ['an unknown name', `${BRAND}/authorize`],
    ['a Brand id that none can be', '/a2a/a%20b/oauth/token'],
    ['a Brand id that is too long', `/a2a/${'x'.repeat(65)}/oauth/token`],
    ['a broken escape', `${BRAND}/token%`],
    ['an escaped slash', '/a2a/01J/oauth%2Ftoken'],
    ['the well-known address without a Brand', '/.well-known/oauth-authorization-server'],
    ['the well-known address of an A2A interface', '/.well-known/oauth-authorization-server/a2a/01J'],
    ['the well-known address with more behind', `/.well-known/oauth-authorization-server${BRAND}/token`],
    ['an A2A operation', '/a2a/01J/message:send'],
    ['an internal path', '/operation/token'],
    ['the path of the refused', '/refused'],
    ['an asset folder', '/oauth-assets/'],
    ['an asset below a folder', '/oauth-assets/a/b.css'],
    ['no path', '*'],
    ['nothing', ''],
  ])('PACT 2.2: knows nothing at %s', (_form, target) => {
    expect(resolveRoute(target)).toEqual({ kind: 'not-found' });
  });

  it.each(['/health/live', '/health/ready', '/metrics', '/oauth-assets/page.css'])(
    'serves %s to readers',
    path => {
      expect(resolveRoute(`${path}?x`)).toEqual({ kind: 'origin', path, verbs: ['GET', 'HEAD'] });
    },
  );
});
