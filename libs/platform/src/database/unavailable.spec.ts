import { isConnectionBroken, isUnavailable } from './unavailable';

const withCode = (code: string, message = 'x') => Object.assign(new Error(message), { code });

describe('isUnavailable', () => {
  it.each(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN'])(
    'P37: the network says %s',
    code => expect(isUnavailable(withCode(code))).toBe(true),
  );

  it.each([
    '57P01',
    '57P02',
    '57P03',
    '57014',
    '08000',
    '08003',
    '08006',
    '53300',
    '53100',
    '58030',
    '25006',
    '28P01',
    '3D000',
  ])('P37: the server cannot serve: %s', code => expect(isUnavailable(withCode(code))).toBe(true));

  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
    'Query read timeout',
    'Cannot use a pool after calling end on the pool',
    'Driver not Connected',
  ])('P37: the driver says %j', message => expect(isUnavailable(new Error(message))).toBe(true));

  it('looks through what wraps the fault', () => {
    const wrapped = Object.assign(new Error('QueryFailedError'), { driverError: withCode('57P01') });
    expect(isUnavailable(wrapped)).toBe(true);
    expect(isUnavailable(new Error('outer', { cause: withCode('ECONNREFUSED') }))).toBe(true);
    expect(isUnavailable(new AggregateError([withCode('x'), withCode('ECONNREFUSED')]))).toBe(true);
  });

  it.each(['23505', '22P02', '42P01', '40001', '40P01', '0A000', '55P03'])(
    'is not what the server says about the statement: %s',
    code => expect(isUnavailable(withCode(code))).toBe(false),
  );

  it('is nothing else', () => {
    for (const value of [
      undefined,
      null,
      'ECONNREFUSED',
      7,
      new Error('boom'),
      {},
      withCode('ERR_ASSERTION'),
    ]) {
      expect(isUnavailable(value)).toBe(false);
    }
    const circle = new Error('circle');
    circle.cause = circle;
    expect(isUnavailable(circle)).toBe(false);
  });
});

describe('isConnectionBroken', () => {
  it('keeps a connection whose server only refused the statement', () => {
    for (const code of ['23505', '53100', '57014', '25006'])
      expect(isConnectionBroken(withCode(code))).toBe(false);
    for (const code of ['57P01', '08006', 'ECONNRESET'])
      expect(isConnectionBroken(withCode(code))).toBe(true);
    expect(isConnectionBroken(new Error('Query read timeout'))).toBe(true);
  });
});
