import fc from 'fast-check';
import { messageReply } from './message-reply';
import { readSendMessageResponse } from './read-send-message-response';

const MESSAGE = { messageId: 'r-1', contextId: 'c-1', role: 'ROLE_AGENT', parts: [{ text: 'Sure.' }] };
/** The task of PACT 5.5, whose status message has no messageId. */
const TASK = {
  id: 't-1',
  contextId: 'c-1',
  status: {
    state: 'TASK_STATE_AUTH_REQUIRED',
    message: { role: 'ROLE_AGENT', parts: [{ text: 'I need permission.' }] },
  },
  metadata: { 'pact.missingScopes': ['refunds:issue'] },
};
const read = readSendMessageResponse;

describe('readSendMessageResponse', () => {
  it('PACT 4.2: reads a message', () => {
    expect(read({ message: MESSAGE })).toMatchObject({ ok: true, value: { message: MESSAGE } });
    expect(read(messageReply({ messageId: 'r', contextId: 'c', text: '' })).ok).toBe(true);
  });

  it('PACT 5.5: reads a task', () => {
    const { id, contextId, metadata } = TASK;
    const status = {
      state: 'TASK_STATE_AUTH_REQUIRED',
      message: { parts: [{ text: 'I need permission.' }] },
    };
    expect(read({ task: TASK })).toMatchObject({
      ok: true,
      value: { task: { id, contextId, metadata, status } },
    });
  });

  it('tolerates unknown members and reads null as absent', () => {
    const parts = [{ text: 'a', data: null, thought: true }];
    const message = { ...MESSAGE, parts, taskId: '', extensions: [], metadata: null, x: 1 };
    expect(read({ message, task: null, x: 1 })).toMatchObject({
      ok: true,
      value: { message: { parts: [{ text: 'a' }] } },
    });
  });

  it('keeps every kind of part, with what describes it', () => {
    const described = { filename: 'a.txt', mediaType: 'text/plain', metadata: { a: 1 } };
    const parts = [
      { text: '' },
      { raw: 'aGk=', ...described },
      { url: 'u' },
      { data: false },
      { data: { a: [1] } },
    ];
    expect(read({ message: { ...MESSAGE, parts } })).toMatchObject({
      ok: true,
      value: { message: { parts } },
    });
  });

  it.each([
    ['', {}],
    ['', { message: MESSAGE, task: TASK }],
    ['', { message: null }],
    ['message', { message: [] }],
    ['message.messageId', { message: { ...MESSAGE, messageId: '' } }],
    ['message.messageId', { message: { ...MESSAGE, messageId: 5 } }],
    ['message.contextId', { message: { ...MESSAGE, contextId: undefined } }],
    ['message.contextId', { message: { ...MESSAGE, contextId: '' } }],
    ['message.role', { message: { ...MESSAGE, role: 'ROLE_USER' } }],
    ['message.role', { message: { ...MESSAGE, role: 2 } }],
    ['message.parts', { message: { ...MESSAGE, parts: [] } }],
    ['message.parts', { message: { ...MESSAGE, parts: 'x' } }],
    ['message.parts[1]', { message: { ...MESSAGE, parts: [{ text: 'a' }, { text: 'a', raw: '' }] } }],
    ['message.parts[0]', { message: { ...MESSAGE, parts: [{ kind: 'text' }] } }],
    ['message.parts[0].text', { message: { ...MESSAGE, parts: [{ text: 5 }] } }],
    ['message.metadata', { message: { ...MESSAGE, metadata: [] } }],
    ['task.id', { task: { ...TASK, id: '' } }],
    ['task.contextId', { task: { ...TASK, contextId: undefined } }],
    ['task.status', { task: { ...TASK, status: 'TASK_STATE_AUTH_REQUIRED' } }],
    ['task.status.state', { task: { ...TASK, status: { state: 'auth-required' } } }],
    ['task.status.state', { task: { ...TASK, status: { state: 'TASK_STATE_UNSPECIFIED' } } }],
    ['task.status.message.parts', { task: { ...TASK, status: { ...TASK.status, message: { parts: [] } } } }],
  ])('names %j as what is wrong', (path, answer) => {
    expect(read(answer)).toMatchObject({ ok: false, error: { path } });
  });

  it('never throws for any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (message, task) => {
        for (const answer of [
          message,
          { message },
          { task },
          { message: { ...MESSAGE, parts: [message, task] } },
        ]) {
          expect(typeof read(answer).ok).toBe('boolean');
        }
      }),
    );
  });
});
