import { A2A_REASONS, type A2aReason, errorEnvelope } from './a2a-error';
import { readErrorBody } from './read-error-body';

const body = (changes: object = {}, info: object = {}) => ({
  error: {
    code: 400,
    status: 'INVALID_ARGUMENT',
    message: 'm',
    details: [{ reason: 'R', ...info }],
    ...changes,
  },
});

describe('readErrorBody', () => {
  it.each(Object.keys(A2A_REASONS) as A2aReason[])('PACT 6: reads what we write for %s', reason => {
    const { http, body } = errorEnvelope(reason, 'M', 'r-1');
    const requestId = reason === 'INTERNAL' ? 'r-1' : undefined;
    const expected = { code: http, status: A2A_REASONS[reason].status, message: 'M', reason, requestId };
    expect(readErrorBody(body)).toEqual({ ok: true, value: expected });
  });

  it('PACT 6: takes the reason from details[0] alone, whatever the code, the status and later details say', () => {
    const details = [{ reason: 'NEW_REASON' }, { '@type': 'other', reason: 'TASK_NOT_FOUND' }, {}];
    expect(readErrorBody(body({ code: 404, status: 'NOT_FOUND', details }))).toMatchObject({
      value: { reason: 'NEW_REASON' },
    });
  });

  it.each([
    ['', null],
    ['error', {}],
    ['error', { error: 'invalid_client', error_description: 'an OAuth error is none of ours' }],
    ['error.code', body({ code: '400' })],
    ['error.code', body({ code: undefined })],
    ['error.message', body({ message: undefined })],
    ['error.status', body({ status: 5 })],
    ['error.details', body({ details: [] })],
    ['error.details', body({ details: undefined })],
    ['error.details[0]', body({ details: ['INVALID_PARAMS'] })],
    ['error.details[0].reason', body({}, { reason: undefined })],
    ['error.details[0].reason', body({}, { reason: '' })],
    ['error.details[0].metadata', body({}, { metadata: 'x' })],
  ])('names %j as what is wrong, and gives no reason then', (path, value) => {
    expect(readErrorBody(value)).toMatchObject({ ok: false, error: { path } });
  });
});
