import { LIMITS } from '@surety/kernel';
import { SEND_MESSAGE_STAGES, type SendMessageStage, parseSendMessage } from './send-message';

const MESSAGE = { messageId: 'm-1', role: 'ROLE_USER', parts: [{ text: 'Hello' }] };
const bytes = (body: unknown) => Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
const parse = (body: unknown) => parseSendMessage(bytes(body));
const send = (message: object) => parse({ message: { ...MESSAGE, ...message } });
const accepted = (value: object) => ({ ok: true, value });
const refused = (reason: string, message?: string) => ({
  ok: false,
  error: message === undefined ? { reason } : { reason, message },
});
const INVALID = refused('INVALID_PARAMS');

/** The stage at which a body is refused, by what the parser itself reports. */
function lastStage(body: unknown): SendMessageStage | undefined {
  let last: SendMessageStage | undefined;
  parseSendMessage(bytes(body), stage => (last = stage));
  return last;
}

describe('parseSendMessage', () => {
  it('PACT 4: takes the example of the specification', () => {
    const body =
      '{ "message": { "messageId": "m-001", "role": "ROLE_USER", "parts": [{ "text": "I need help." }] } }';
    const result = parse(body);
    expect(result).toMatchObject(
      accepted({ messageId: 'm-001', contextId: undefined, text: 'I need help.' }),
    );
    expect(result.ok && result.value.contentHash()).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  it('P11: hashes the whole body, not only what it reads', () => {
    const hash = (body: unknown) => {
      const result = parse(body);
      return result.ok ? result.value.contentHash() : undefined;
    };
    expect(hash({ message: MESSAGE })).toBe(
      hash(`\ufeff${JSON.stringify({ message: MESSAGE }, undefined, 2)}`),
    );
    expect(hash({ message: MESSAGE, tenant: 'x' })).not.toBe(hash({ message: MESSAGE }));
    expect(hash({ message: MESSAGE, x: [1e308] })).toBeDefined();
    expect(hash(JSON.stringify({ message: MESSAGE }).replace('{', '{"x":-1e999,'))).toBeDefined();
  });

  describe('P8: one stage after the other', () => {
    const [json, schema, taskId, role, partKinds, blankText] = SEND_MESSAGE_STAGES;
    it.each([
      [json, '{', INVALID],
      [schema, { message: { ...MESSAGE, taskId: 't', role: 1 } }, INVALID],
      [
        taskId,
        { message: { ...MESSAGE, taskId: 't', role: 'ROLE_AGENT', parts: [{ raw: '!' }] } },
        refused('TASK_NOT_FOUND', 'Task not found'),
      ],
      [role, { message: { ...MESSAGE, role: 'ROLE_AGENT', parts: [{ raw: '!' }] } }, INVALID],
      [
        partKinds,
        { message: { ...MESSAGE, parts: [{ text: ' ' }, { data: {} }] } },
        refused('CONTENT_TYPE_NOT_SUPPORTED'),
      ],
      [blankText, { message: { ...MESSAGE, parts: [{ text: ' ' }] } }, INVALID],
    ])('the stage %s refuses before any later one', (stage, body, expected) => {
      expect(parse(body)).toMatchObject(expected);
      expect(lastStage(body)).toBe(stage);
    });

    it('goes through all of them for a good message, in order', () => {
      const heard: SendMessageStage[] = [];
      expect(parseSendMessage(bytes({ message: MESSAGE }), stage => heard.push(stage)).ok).toBe(true);
      expect(heard).toEqual(SEND_MESSAGE_STAGES);
    });
  });

  it.each([
    '',
    'null',
    '[]',
    '"x"',
    '1',
    'true',
    '{}',
    '{"message":null}',
    '{"message":[]}',
    '{"message":"x"}',
    '{"message":{}}',
    '[{"message":{}}]',
  ])('PACT 6: %s is INVALID_PARAMS', body => {
    expect(parse(body)).toMatchObject(INVALID);
  });

  it.each([
    undefined,
    null,
    '',
    1,
    true,
    {},
    [],
    ['m'],
    'x'.repeat(257),
    'é'.repeat(129),
    'a\0b',
    '\ud800',
    'a\udc00',
  ])('PACT 4.1: messageId %j is INVALID_PARAMS', messageId => {
    expect(send({ messageId })).toMatchObject(INVALID);
  });

  it.each(['m', ' ', 'x'.repeat(256), 'é'.repeat(128), '😀'.repeat(64), '__proto__', '\u200b'])(
    'PACT 4.1: messageId %j is taken as it is',
    messageId => {
      expect(send({ messageId })).toMatchObject(accepted({ messageId }));
    },
  );

  it.each([
    'ROLE_AGENT',
    'ROLE_UNSPECIFIED',
    'user',
    'role_user',
    'ROLE_USER ',
    '',
    '\0',
    undefined,
    null,
    1,
    [],
    {},
  ])('PACT 4.1: role %j is INVALID_PARAMS', role => {
    expect(send({ role })).toMatchObject(INVALID);
  });

  it('PACT wire 9: any string is judged at the stage role, anything else at the schema', () => {
    for (const role of ['', 'user', '\0', 'ROLE_AGENT'])
      expect(lastStage({ message: { ...MESSAGE, role } })).toBe('role');
    for (const role of [null, 1, 2, [], {}])
      expect(lastStage({ message: { ...MESSAGE, role } })).toBe('schema');
  });

  describe('parts', () => {
    it.each([
      undefined,
      null,
      '',
      'x',
      {},
      { 0: { text: 'x' }, length: 1 },
      [],
      [null],
      ['x'],
      [[]],
      [1],
      [{}],
    ])('PACT 4.1: parts %j are INVALID_PARAMS', parts => {
      expect(send({ parts })).toMatchObject(INVALID);
    });

    it.each([
      [{ text: 'a', data: {} }],
      [{ text: 'a', raw: '' }],
      [{ text: '', url: '' }],
      [{ raw: 'aGk=', url: 'https://x.example' }],
      [{ text: 'a', raw: 'b', url: 'c', data: 'd' }],
      [{ kind: 'file', file: { uri: 'https://x.example' } }],
      [{ video: 'x' }],
      [{ text: null }],
      [{ data: null }],
    ])('P9: not exactly one content arm is INVALID_PARAMS: %j', part => {
      expect(send({ parts: [{ text: 'ok' }, part] })).toMatchObject(INVALID);
    });

    it.each([
      [{ text: 1 }],
      [{ text: {} }],
      [{ text: ['a'] }],
      [{ text: true }],
      [{ raw: 1 }],
      [{ raw: [] }],
      [{ url: {} }],
    ])('a content arm of the wrong type is INVALID_PARAMS: %j', part => {
      expect(send({ parts: [part] })).toMatchObject(INVALID);
    });

    it.each([
      [{ raw: '!!! no base64' }],
      [{ raw: '' }],
      [{ url: 'no url' }],
      [{ data: {} }],
      [{ data: 0 }],
      [{ data: false }],
      [{ data: '' }],
      [{ raw: 'aGk=', filename: 'a.txt', mediaType: 'text/plain' }],
    ])(
      'PACT 4.1: another part kind is CONTENT_TYPE_NOT_SUPPORTED, alone or beside text, undecoded: %j',
      part => {
        for (const parts of [[part], [{ text: 'a' }, part], [part, { text: 'a' }]]) {
          expect(send({ parts })).toMatchObject(refused('CONTENT_TYPE_NOT_SUPPORTED'));
        }
      },
    );

    it.each([
      ['text/html', 'a'],
      ['application/json', '{}'],
      [null, 'a'],
    ])('P8: ignores mediaType %s on a text part', (mediaType, text) => {
      expect(send({ parts: [{ text, mediaType, kind: 'text', filename: '' }] })).toMatchObject(
        accepted({ text }),
      );
    });

    it('P9: reads null arms beside a text as absent', () => {
      expect(send({ parts: [{ text: 'a', raw: null, url: null, data: null }] })).toMatchObject(
        accepted({ text: 'a' }),
      );
    });

    it('P8: joins text parts with a newline and keeps blanks around them', () => {
      expect(send({ parts: [{ text: ' ' }, { text: 'a' }, { text: '' }, { text: 'b\n' }] })).toMatchObject(
        accepted({ text: ' \na\n\nb\n' }),
      );
    });

    it.each([[['']], [[' \n\t']], [['', '']], [['\u00a0', '\u2028', '\ufeff', '\u3000']]])(
      'PACT 4.1: blank text is INVALID_PARAMS: %j',
      texts => {
        expect(send({ parts: texts.map(text => ({ text })) })).toMatchObject(INVALID);
      },
    );

    it.each(['\u200b', '\u2060', '.', '\u0001', '\u0085'])('what JS does not trim is no blank: %j', text => {
      expect(send({ parts: [{ text }] })).toMatchObject(accepted({ text }));
    });

    it.each(['a\u0000b', '\u0000', '\ud800', 'a\udfffb', '\udc00\ud800'])(
      'field row 16: NUL and lone surrogates in a text are INVALID_PARAMS: %j',
      text => {
        expect(send({ parts: [{ text: 'a' }, { text }] })).toMatchObject(INVALID);
        expect(lastStage({ message: { ...MESSAGE, parts: [{ text }], taskId: 't' } })).toBe('schema');
      },
    );

    it('P27: allows 64 KiB of text, counted in bytes of the join', () => {
      const half = 'é'.repeat(LIMITS.textBytes / 4);
      expect(send({ parts: [{ text: half + half }] })).toMatchObject({ ok: true });
      expect(send({ parts: [{ text: half }, { text: half }] })).toMatchObject(INVALID);
      expect(send({ parts: [{ text: half }, { text: half.slice(1) + 'x' }] })).toMatchObject({ ok: true });
      expect(send({ parts: [{ text: `${half}${half}x` }] })).toMatchObject(INVALID);
    });
  });

  describe('contextId and taskId', () => {
    it.each([undefined, null, ''])('P9: %j is absent', absent => {
      expect(send({ contextId: absent, taskId: absent })).toMatchObject(accepted({ contextId: undefined }));
    });

    it.each(['nope', 'x'.repeat(256), ' ', '7d444840-9dc0-11d1-b245-5ffdce74fad2'])(
      'PACT 4.2: contextId %j is passed on, opaque',
      contextId => {
        expect(send({ contextId })).toMatchObject(accepted({ contextId }));
      },
    );

    it.each(['x'.repeat(257), 'é'.repeat(129)])('P27: a contextId over 256 bytes is unknown', contextId => {
      expect(send({ contextId })).toMatchObject(refused('INVALID_PARAMS', 'Unknown contextId'));
    });

    it.each([1, true, {}, [], 'a\0', '\ud800'])('contextId %j is INVALID_PARAMS', contextId => {
      expect(send({ contextId })).toMatchObject(INVALID);
    });

    it.each(['t', ' ', 'x'.repeat(5_000)])('PACT 4.1: taskId %j is TASK_NOT_FOUND', taskId => {
      expect(send({ taskId })).toMatchObject(refused('TASK_NOT_FOUND', 'Task not found'));
    });

    it.each([0, 1, false, {}, [], 'a\0'])('taskId %j is INVALID_PARAMS', taskId => {
      expect(send({ taskId })).toMatchObject(INVALID);
    });
  });

  describe('P9: leniency', () => {
    it('honours the snake_case twins', () => {
      const message = { message_id: 'm-2', context_id: 'c-2', role: 'ROLE_USER', parts: MESSAGE.parts };
      expect(parse({ message })).toMatchObject(accepted({ messageId: 'm-2', contextId: 'c-2' }));
      expect(send({ task_id: 't' })).toMatchObject(refused('TASK_NOT_FOUND'));
      expect(send({ context_id: 'x'.repeat(257) })).toMatchObject(
        refused('INVALID_PARAMS', 'Unknown contextId'),
      );
      expect(send({ context_id: 5 })).toMatchObject(INVALID);
    });

    it.each([null, ''])('honours the twin of an optional member that is %j', absent => {
      expect(send({ contextId: absent, context_id: 'c' })).toMatchObject(accepted({ contextId: 'c' }));
      expect(send({ taskId: absent, task_id: 't' })).toMatchObject(refused('TASK_NOT_FOUND'));
    });

    it('lets camelCase win, whatever the twin holds', () => {
      const twins = { message_id: 'other', context_id: 5, contextId: 'c' };
      expect(send(twins)).toMatchObject(accepted({ messageId: 'm-1', contextId: 'c' }));
      expect(send({ messageId: '', message_id: 'other' })).toMatchObject(INVALID);
      expect(send({ messageId: null, message_id: 'other' })).toMatchObject(accepted({ messageId: 'other' }));
    });

    it.each([
      ['configuration', { returnImmediately: true, acceptedOutputModes: 5, historyLength: 'x' }],
      ['configuration', null],
      ['metadata', { any: ['thing', 1, null] }],
      ['metadata', ''],
      ['tenant', 5],
      ['jsonrpc', '2.0'],
      ['__proto__', { message: null }],
      ['constructor', 1],
    ])('ignores %s beside the message: %j', (name, value) => {
      const body = `{${JSON.stringify(name)}:${JSON.stringify(value)},"message":${JSON.stringify(MESSAGE)}}`;
      expect(parse(body)).toMatchObject(accepted({ messageId: 'm-1', text: 'Hello' }));
    });

    it('gains nothing from __proto__, at any place', () => {
      const inherited = '{"__proto__":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"a"}]}}';
      expect(parse(`{"message":${inherited}}`)).toMatchObject(INVALID);
      expect(parse(`{"__proto__":{"message":${JSON.stringify(MESSAGE)}}}`)).toMatchObject(INVALID);
      expect(
        parse('{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"__proto__":{"text":"a"}}]}}'),
      ).toMatchObject(INVALID);
      expect({}).not.toHaveProperty('messageId');
    });

    it.each(['x', 5, true, [], [{}]])(
      'configuration and metadata of a wrong type are INVALID_PARAMS: %j',
      value => {
        expect(parse({ message: MESSAGE, configuration: value })).toMatchObject(INVALID);
        expect(parse({ message: MESSAGE, metadata: value })).toMatchObject(INVALID);
        expect(send({ metadata: value })).toMatchObject(INVALID);
        expect(send({ parts: [{ text: 'a', metadata: value }] })).toMatchObject(INVALID);
      },
    );
  });

  describe('metadata', () => {
    const places = [
      ['of the request', (metadata: unknown) => parse({ message: MESSAGE, metadata })],
      ['of the message', (metadata: unknown) => send({ metadata })],
      ['of a part', (metadata: unknown) => send({ parts: [{ text: 'a', metadata }] })],
    ] as const;

    it.each(places)('P27: allows 16 KiB %s and not a byte more', (_, parseWith) => {
      const sized = (size: number) => ({ a: 'x'.repeat(size - '{"a":""}'.length) });
      expect(parseWith(sized(LIMITS.metadataBytes))).toMatchObject({ ok: true });
      expect(parseWith(sized(LIMITS.metadataBytes + 1))).toMatchObject(INVALID);
    });

    it.each(places)(
      'field row 16: refuses NUL and lone surrogates %s, in values and names',
      (_, parseWith) => {
        for (const bad of [{ a: '\0' }, { '\0': 1 }, { a: [{ b: ['\ud800'] }] }, { a: { '\udc00': null } }]) {
          expect(parseWith(bad)).toMatchObject(INVALID);
        }
        expect(parseWith({ a: '\\u0000', b: '😀', '\u0001': [null, 1] })).toMatchObject({ ok: true });
      },
    );
  });

  it('field row 16: ignores NUL in members that decide nothing', () => {
    expect(parse({ message: { ...MESSAGE, extra: '\0' }, extra: '\ud800' })).toMatchObject({ ok: true });
  });

  it('says which rule was broken and never repeats what the caller sent', () => {
    const secret = 'sk-123456';
    for (const body of [
      `{"${secret}`,
      { message: { ...MESSAGE, role: secret } },
      { message: { ...MESSAGE, parts: [secret] } },
    ]) {
      const result = parse(body);
      expect(result.ok ? secret : result.error.message).not.toContain(secret);
    }
  });
});
