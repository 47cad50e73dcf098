import { compileRoutes } from './route-matcher';

describe('compileRoutes', () => {
  const match = compileRoutes([
    { operation: 'token', path: 'oauth/token', verbs: ['POST'] },
    { operation: 'keys', path: 'oauth/jwks.json', verbs: ['GET', 'HEAD'] },
  ]);

  it('reads other tables below /a2a/{brandId} by the same rules', () => {
    expect(match('POST', '/a2a/b/oauth/token')).toMatchObject({
      kind: 'operation',
      operation: 'token',
      brandId: 'b',
    });
    expect(match('GET', '/a2a/b/oauth%2Ftoken')).toEqual({ kind: 'not-found' });
    expect(match('GET', '/a2a/b/oauth/token/')).toEqual({ kind: 'not-found' });
    expect(match('POST', '/a2a/b/oauth/jwks.json')).toEqual({
      kind: 'method-not-allowed',
      allow: 'GET, HEAD',
    });
    expect(match('GET', '/a2a/b/tasks')).toEqual({ kind: 'not-found' });
    expect(match('GET', '/health/live')).toEqual({ kind: 'elsewhere' });
  });
});
