import {
  A2A_REASONS,
  A2aError,
  type A2aReason,
  errorEnvelope,
  internalError,
  invalidParams,
} from './a2a-error';
import { taskNotFound, unknownContextId, unsupportedOperation } from './a2a-error';

const golden = (http: number, status: string, reason: string, metadata = '') =>
  `{"error":{"code":${http},"status":"${status}","message":"M","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo",` +
  `"reason":"${reason}","domain":"a2a-protocol.org"${metadata}}]}}`;

describe('errorEnvelope', () => {
  // Clients in the field compare these bodies member by member: a change breaks every personal agent.
  it.each([
    ['INVALID_PARAMS', 400, 'INVALID_ARGUMENT'],
    ['CONTENT_TYPE_NOT_SUPPORTED', 400, 'INVALID_ARGUMENT'],
    ['UNSUPPORTED_OPERATION', 400, 'FAILED_PRECONDITION'],
    ['PUSH_NOTIFICATION_NOT_SUPPORTED', 400, 'FAILED_PRECONDITION'],
    ['TASK_NOT_FOUND', 404, 'NOT_FOUND'],
    ['INTERNAL', 500, 'INTERNAL'],
  ] as const)('PACT 6: %s has HTTP %i and status %s, byte for byte', (reason, http, status) => {
    const envelope = errorEnvelope(reason, 'M');
    expect(envelope.http).toBe(http);
    expect(JSON.stringify(envelope.body)).toBe(golden(http, status, reason));
  });

  it('PACT 6: the table holds the six reasons and no other', () => {
    expect(Object.keys(A2A_REASONS)).toHaveLength(6);
  });

  it('P6: only INTERNAL carries the request id, in the metadata of its one ErrorInfo', () => {
    const metadata = ',"metadata":{"requestId":"r-1"}';
    for (const reason of Object.keys(A2A_REASONS) as A2aReason[]) {
      const { http, status } = A2A_REASONS[reason];
      const expected = golden(http, status, reason, reason === 'INTERNAL' ? metadata : '');
      expect(JSON.stringify(errorEnvelope(reason, 'M', 'r-1').body)).toBe(expected);
    }
  });
});

describe('A2aError', () => {
  it('P6: speaks the verbatim messages', () => {
    expect(unknownContextId()).toMatchObject({ reason: 'INVALID_PARAMS', message: 'Unknown contextId' });
    expect(taskNotFound('t-1')).toMatchObject({ reason: 'TASK_NOT_FOUND', message: 'Task not found: t-1' });
    expect(taskNotFound()).toMatchObject({ reason: 'TASK_NOT_FOUND', message: 'Task not found' });
  });

  it('keeps detail and cause out of the envelope', () => {
    const error = internalError({ detail: 'secret detail', cause: new Error('secret cause') });
    const { body } = errorEnvelope(error.reason, error.message, 'r-1');
    expect(error.detail).toBe('secret detail');
    expect(JSON.stringify(body)).not.toContain('secret');
  });

  it('is an Error with a reason', () => {
    expect(unsupportedOperation()).toBeInstanceOf(Error);
    expect(unsupportedOperation('closed')).toMatchObject({
      reason: 'UNSUPPORTED_OPERATION',
      message: 'closed',
    });
    expect(invalidParams('wrong')).toBeInstanceOf(A2aError);
    expect(invalidParams('wrong')).not.toHaveProperty('cause');
  });
});
