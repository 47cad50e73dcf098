import {
  type DraftMessage,
  assertEnvelope,
  assertReply,
  sendMessageBody,
  userMessage,
} from '@surety/testing';
import { comparable } from '../stack/comparable';
import { sandboxBrand, sandboxToken } from '../stack/registered-agent';

const brand = sandboxBrand();
const send = (message: DraftMessage, beside = {}) => brand.send(sandboxToken(), message, { beside });
const sendBody = (body: string | Uint8Array, headers = {}) => brand.sendBody(sandboxToken(), body, headers);
const KIB = 1024;

describe('PACT 4.1: what may stand around a message', () => {
  it.each([
    ['application/json', '1.0'],
    ['application/a2a+json', undefined],
    ['text/plain', '2.0'],
    ['application/json; charset=utf-8', '1.0.3'],
    ['APPLICATION/JSON', ''],
    ['application/json; utf-8', '0.3'],
    ['application/x-www-form-urlencoded', 'x'],
    ['multipart/form-data; boundary=x', '1.0'],
    ['nonsense', '1.0'],
    ['', '1.0'],
  ])('is read as JSON under Content-Type %p and A2A-Version %p', async (type, version) => {
    const versions = version === undefined ? {} : { 'A2A-Version': version };
    const answer = await brand.route('message:send', sandboxToken(), {
      method: 'POST',
      body: sendMessageBody(userMessage('Hi')),
      headers: { 'Content-Type': type, ...versions },
    });
    assertReply(answer);
  });

  it.each([
    ['configuration', { configuration: { returnImmediately: true, historyLength: 3 } }],
    ['a configuration of odd members', { configuration: { acceptedOutputModes: 7, x: null } }],
    ['metadata', { metadata: { a: [1, { b: null }] } }],
    ['tenant', { tenant: 'other' }],
    ['members nobody knows', { x: 1, __proto__x: {}, task: { id: 't' } }],
    ['null in every optional place', { configuration: null, metadata: null, tenant: null }],
  ])('[PACT-4.1-ignored] %s beside the message is ignored', async (_name, beside) => {
    assertReply(await send(userMessage('Hi'), beside));
  });

  it.each([
    ['metadata', { metadata: { a: 1 } }],
    ['extensions and referenceTaskIds', { extensions: ['urn:x'], referenceTaskIds: ['t'] }],
    ['members nobody knows', { kind: 'message', x: 1 }],
    ['null in every optional place', { contextId: null, taskId: null, metadata: null, extensions: null }],
    ['a blank taskId and contextId', { taskId: '', contextId: '' }],
    ['its snake_case twins of null', { task_id: null, context_id: '' }],
  ])('[PACT-4.1-ignored] %s in the message is ignored', async (_name, changes) => {
    assertReply(await send(userMessage('Hi', changes)));
  });

  it('a name that JavaScript knows does no harm', async () => {
    const body =
      '{"__proto__":{"x":1},"constructor":{},"message":{"messageId":"p","role":"ROLE_USER","parts":[{"text":"Hi"}],"__proto__":{"taskId":"t"}}}';
    assertReply(await sendBody(body));
  });

  it('leading and trailing blanks of JSON are blanks', async () => {
    assertReply(await sendBody(` \n\t${sendMessageBody(userMessage('Hi'))}\r\n `));
  });
});

describe('[PACT-6-invalid-params] PACT 4.1: what is no message', () => {
  it.each([
    ['empty', ''],
    ['a blank', ' '],
    ['cut short', '{'],
    ['null', 'null'],
    ['true', 'true'],
    ['a number', '1'],
    ['a string', '"x"'],
    ['an array', '[]'],
    ['an empty object', '{}'],
    ['no JSON', 'message=x'],
    ['single quotes', "{'message':{}}"],
    ['a comma too many', '{"message":{},}'],
    ['two documents', '{}{}'],
    ['NaN', '{"message":NaN}'],
    ['message null', '{"message":null}'],
    ['message a string', '{"message":"x"}'],
    ['message an array', '{"message":[]}'],
    ['message empty', '{"message":{}}'],
    ['a raw newline in a string', '{"message":{"messageId":"a\nb"}}'],
    ['the message without its envelope', JSON.stringify(userMessage('Hi'))],
    ['JSON-RPC', '{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{}}'],
    ['65 deep', `{"x":${'['.repeat(64)}${']'.repeat(64)}}`],
    ['thousands deep', '['.repeat(50_000)],
  ])('the body is %s', async (_name, body) => {
    assertEnvelope(await sendBody(body), 'INVALID_PARAMS');
  });

  it.each([
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['UTF-16', Buffer.from(sendMessageBody(userMessage('Hi')), 'utf16le')],
    ['zero bytes', Buffer.alloc(10)],
    ['an overlong sequence in the text', withBytes([0xc0, 0xaf])],
    ['a surrogate in bytes in the text', withBytes([0xed, 0xa0, 0x80])],
  ])('the body holds %s', async (_name, body) => {
    assertEnvelope(await sendBody(body), 'INVALID_PARAMS');
  });

  const text = (part: unknown) => ({ parts: [part] });
  it.each<[string, Partial<DraftMessage>]>([
    ['no messageId', { messageId: undefined }],
    ['messageId empty', { messageId: '' }],
    ['messageId null', { messageId: null }],
    ['messageId a number', { messageId: 1 }],
    ['messageId of 257 bytes', { messageId: 'x'.repeat(257) }],
    ['messageId of 257 bytes in fewer letters', { messageId: 'ü'.repeat(129) }],
    ['contextId a number', { contextId: 5 }],
    ['contextId an object', { contextId: {} }],
    ['taskId a number', { taskId: 5 }],
    ['taskId true', { taskId: true }],
    ['no parts', { parts: undefined }],
    ['parts null', { parts: null }],
    ['parts empty', { parts: [] }],
    ['parts an object', { parts: { text: 'Hi' } }],
    ['parts a string', { parts: 'Hi' }],
    ['a part that is null', text(null)],
    ['a part that is a string', text('Hi')],
    ['a part that is empty', text({})],
    ['a part that only has a mediaType', text({ mediaType: 'text/plain' })],
    ['a part of an older version', text({ kind: 'text' })],
    ['text a number', text({ text: 1 })],
    ['text null', text({ text: null })],
    ['text an object', text({ text: {} })],
    ['text and data in one part', text({ text: 'Hi', data: {} })],
    ['text and url in one part', text({ text: 'Hi', url: 'https://x.example' })],
    ['raw and data in one part', text({ raw: 'eA==', data: 1 })],
    ['url a number', text({ url: 1 })],
    ['raw an array', text({ raw: [] })],
    ['metadata a string', { metadata: 'x' }],
    ['metadata an array', { metadata: [] }],
    ['metadata of a part a number', text({ text: 'Hi', metadata: 1 })],
    ['metadata over 16 KiB', { metadata: { x: 'x'.repeat(16 * KIB) } }],
    ['NUL in messageId', { messageId: 'a\0b' }],
    ['NUL in the text', text({ text: 'a\0b' })],
    ['NUL in metadata', { metadata: { a: ['\0'] } }],
    ['NUL in a name of metadata', { metadata: { 'a\0': 1 } }],
    ['a lone high surrogate in the text', text({ text: 'a\ud800' })],
    ['a lone low surrogate in messageId', { messageId: '\udc00' }],
    ['surrogates in the wrong order', text({ text: '\udc00\ud800' })],
    ['a lone surrogate in metadata', { metadata: { a: '\ud800' } }],
    ['text over 64 KiB', text({ text: 'x'.repeat(64 * KIB + 1) })],
    ['text over 64 KiB in fewer letters', text({ text: 'ü'.repeat(32 * KIB + 1) })],
    ['texts over 64 KiB together', { parts: [{ text: 'x'.repeat(40_000) }, { text: 'x'.repeat(40_000) }] }],
  ])('the message has %s', async (_name, changes) => {
    const message = userMessage('Hi', changes);
    const first = await send(message);
    assertEnvelope(first, 'INVALID_PARAMS');
    expect(comparable(await send(message))).toEqual(comparable(first));
  });

  it.each([
    ['configuration a string', { configuration: 'x' }],
    ['configuration an array', { configuration: [] }],
    ['metadata a number', { metadata: 5 }],
    ['metadata over 16 KiB', { metadata: { x: 'x'.repeat(16 * KIB) } }],
    ['NUL in metadata', { metadata: { a: '\0' } }],
  ])('beside the message stands %s', async (_name, beside) => {
    assertEnvelope(await send(userMessage('Hi'), beside), 'INVALID_PARAMS');
  });

  it('a message that was refused leaves nothing behind: right, the same id is answered', async () => {
    const token = sandboxToken();
    const message = userMessage('Hi');
    const { contextId } = assertReply(await brand.send(token, userMessage('Hello')));
    const wrong = { ...message, contextId, parts: [{ text: 'a\0b' }] };
    assertEnvelope(await brand.send(token, wrong), 'INVALID_PARAMS');
    assertReply(await brand.send(token, { ...message, contextId }));
  });
});

describe('P27: the limits of a body', () => {
  it('takes what is exactly as large as allowed', async () => {
    assertReply(await send(userMessage('x'.repeat(64 * KIB))));
    assertReply(await send(userMessage('Hi', { messageId: 'x'.repeat(256) })));
    assertReply(await send(userMessage('Hi', { metadata: { x: 'x'.repeat(16 * KIB - 8) } })));
    const body = sendMessageBody(userMessage('Hi'));
    assertReply(await sendBody(body.padEnd(256 * KIB)));
    assertReply(await sendBody(body.replace('{', `{"x":${'['.repeat(63)}${']'.repeat(63)},`)));
  });

  it.each([1, 300 * KIB, 5_000_000])(
    '[PACT-6-invalid-params] refuses %i bytes over 256 KiB with an envelope, never 413',
    async more => {
      const body = sendMessageBody(userMessage('Hi')).padEnd(256 * KIB + more);
      assertEnvelope(await sendBody(body), 'INVALID_PARAMS');
    },
  );
});

describe('PACT 4.1: role, parts and taskId', () => {
  it.each([
    'ROLE_AGENT',
    'ROLE_UNSPECIFIED',
    'user',
    'role_user',
    'ROLE_USER ',
    '',
    'USER',
    1,
    null,
    undefined,
    ['ROLE_USER'],
    true,
    {},
  ])('[PACT-4.1-role] [PACT-6-invalid-params] role %p is INVALID_PARAMS', async role => {
    assertEnvelope(await send(userMessage('Hi', { role })), 'INVALID_PARAMS');
  });

  it.each([
    ['an empty text', ['']],
    ['blanks', [' \n\t']],
    ['a no-break space', ['\u00a0']],
    ['wide blanks and a byte order mark', ['\u3000\u2003\ufeff']],
    ['several blank texts', ['', ' ', '\n']],
  ])('[PACT-4.1-text] [PACT-6-invalid-params] %s is no text', async (_name, texts) => {
    assertEnvelope(
      await send(userMessage('', { parts: texts.map(one => ({ text: one })) })),
      'INVALID_PARAMS',
    );
  });

  it.each([
    ['a text between blank ones', [' ', 'a', '']],
    ['a zero-width space', ['\u200b']],
    ['one dot', ['.']],
    ['an emoji', ['😀']],
    ['a hundred texts', Array.from({ length: 100 }, (_, index) => `${index}`)],
  ])('[PACT-4.1-text] %s is one', async (_name, texts) => {
    assertReply(await send(userMessage('', { parts: texts.map(one => ({ text: one })) })));
  });

  it.each([
    ['raw', [{ raw: 'aGVsbG8=' }]],
    ['raw that is no base64', [{ raw: '!' }]],
    ['raw with a file name and type', [{ raw: 'eA==', filename: 'a.png', mediaType: 'image/png' }]],
    ['url', [{ url: 'https://x.example/a.pdf' }]],
    ['data', [{ data: { a: 1 } }]],
    ['data that is a string', [{ data: 'text' }]],
    ['data that is false', [{ data: false }]],
    ['text and data', [{ text: 'Hi' }, { data: {} }]],
    ['text and url', [{ text: 'Hi' }, { url: 'https://x.example' }]],
    ['data and text', [{ data: [] }, { text: 'Hi' }]],
    ['a blank text and raw', [{ text: ' ' }, { raw: 'eA==' }]],
  ])(
    '[PACT-4.1-other-parts] [PACT-6-content-type] [PACT-6-envelope] %s is not supported',
    async (_name, parts) => {
      assertEnvelope(await send(userMessage('', { parts })), 'CONTENT_TYPE_NOT_SUPPORTED');
    },
  );

  it.each(['text/plain', 'text/html', 'application/json', 'image/png', '', null, 7])(
    'P8: mediaType %p of a text is ignored',
    async mediaType => {
      assertReply(await send(userMessage('', { parts: [{ text: 'Hi', mediaType, filename: 'a' }] })));
    },
  );

  it.each([
    ['taskId', { taskId: 'task-1' }],
    ['a blank', { taskId: ' ' }],
    ['task_id', { task_id: 'task-1' }],
    ['taskId and an agent’s role', { taskId: 't', role: 'ROLE_AGENT' }],
    ['taskId, an agent’s role and raw', { taskId: 't', role: 'ROLE_AGENT', parts: [{ raw: 'eA==' }] }],
    ['taskId and an unknown contextId', { taskId: 't', contextId: 'nope' }],
    ['taskId and blank text', { taskId: 't', parts: [{ text: '' }] }],
  ])('[PACT-4.1-task-id] [PACT-6-task-not-found] %s is TASK_NOT_FOUND', async (_name, changes) => {
    assertEnvelope(await send(userMessage('Hi', changes)), 'TASK_NOT_FOUND', 'Task not found');
  });

  it('P8: of several faults the first in order is told', async () => {
    const raw = [{ raw: 'eA==' }];
    assertEnvelope(await send(userMessage('', { role: 'ROLE_AGENT', parts: raw })), 'INVALID_PARAMS');
    assertEnvelope(
      await send(userMessage('', { parts: raw, contextId: 'nope' })),
      'CONTENT_TYPE_NOT_SUPPORTED',
    );
    const blank = userMessage(' ', { contextId: 'nope' });
    expect(assertEnvelope(await send(blank), 'INVALID_PARAMS')).not.toBe('Unknown contextId');
    assertEnvelope(await send(userMessage('Hi', { taskId: 't', messageId: '' })), 'INVALID_PARAMS');
    const key = { headers: { 'Idempotency-Key': '' } };
    assertEnvelope(
      await brand.send(sandboxToken(), userMessage('', { parts: raw }), key),
      'CONTENT_TYPE_NOT_SUPPORTED',
    );
  });
});

/** A message whose text holds these bytes. */
function withBytes(bytes: number[]): Buffer {
  const [head = '', tail = ''] = sendMessageBody(userMessage('@')).split('"@"');
  return Buffer.concat([Buffer.from(`${head}"`), Buffer.from(bytes), Buffer.from(`"${tail}`)]);
}
