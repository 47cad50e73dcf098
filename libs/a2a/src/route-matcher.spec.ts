import { compileRoutes } from './route-matcher';

describe('compileRoutes', () => {
  const match = compileRoutes([
    { operation: 'token', path: 'oauth/token', verbs: ['POST'] },
    { operation: 'keys', path: 'oauth/jwks.json', verbs: ['GET', 'HEAD'] },
  ]);

  it('lets a colon of an earlier segment be, where the last one takes a verb', () => {
    const path = 'tasks/{taskId}/configs/{configId}';
    const matchTasks = compileRoutes([
      { operation: 'get', path, verbs: ['GET'] },
      { operation: 'test', path: `${path}:test`, verbs: ['POST'] },
    ]);
    const params = { taskId: 'a:b', configId: 'c' };
    expect(matchTasks('GET', '/a2a/x/tasks/a:b/configs/c')).toMatchObject({ operation: 'get', params });
    expect(matchTasks('POST', '/a2a/x/tasks/a:b/configs/c:test')).toMatchObject({
      operation: 'test',
      params,
    });
    expect(matchTasks('GET', '/a2a/x/tasks/a:b/configs/c:d')).toEqual({ kind: 'not-found' });
  });

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
