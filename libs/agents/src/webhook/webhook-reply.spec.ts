import { readWebhookReply } from './webhook-reply';

const reply = (body: unknown, contentType: string | undefined = 'application/json', status = 200) =>
  readWebhookReply({
    status,
    contentType,
    body: Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  });

const codeOf = (...response: Parameters<typeof reply>) => {
  const read = reply(...response);
  if (!read.ok) return read.error.code;
  return read.value.kind === 'answer' ? read.value.answer : read.value;
};

const call = (members: object = {}) => ({ id: 'c1', tool: 'lookup_orders', arguments: {}, ...members });

describe('reply of a webhook (PACT wire 5.2)', () => {
  it.each([
    [{ text: 'Hi.' }, { text: 'Hi.', close: false }],
    [
      { text: 'Bye.', close: true },
      { text: 'Bye.', close: true },
    ],
    [
      { text: 'Hi.', close: false, mood: 'good', usage: { tokens: 7 } },
      { text: 'Hi.', close: false },
    ],
    [{ text: ' a ' }, { text: ' a ', close: false }],
  ])('takes %j', (body, answer) => {
    expect(codeOf(body)).toEqual(answer);
  });

  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    ' application/json ;a="b;c"',
  ])('takes Content-Type %j', contentType => {
    expect(codeOf({ text: 'Hi.' }, contentType)).toMatchObject({ text: 'Hi.' });
  });

  it.each([
    '',
    'text/plain',
    'application/jsonp',
    'application/json+x',
    'application/problem+json',
    'text/html;application/json',
  ])('refuses Content-Type %j', contentType => {
    expect(codeOf({ text: 'Hi.' }, contentType)).toBe('content_type');
  });

  it('refuses an answer without Content-Type', () => {
    expect(
      readWebhookReply({ status: 200, contentType: undefined, body: Buffer.from('{"text":"Hi."}') }),
    ).toMatchObject({
      error: { code: 'content_type' },
    });
  });

  it.each([201, 202, 204, 206, 400, 401, 404, 429, 500, 502, 503, 504])('refuses status %d', status => {
    expect(codeOf({ text: 'Hi.' }, 'application/json', status)).toBe('status');
  });

  it.each([300, 301, 302, 303, 304, 307, 308])('refuses the redirect %d', status => {
    expect(codeOf({ text: 'Hi.' }, 'application/json', status)).toBe('redirect');
  });

  it.each(['', '{', '{"text":"a"}}', "{'text':'a'}", 'Hi.', '{"text":"a",}'])(
    'refuses %j as no JSON',
    body => {
      expect(codeOf(body)).toBe('not_json');
    },
  );

  it('takes a byte order mark', () => {
    expect(codeOf('\ufeff{"text":"Hi."}')).toMatchObject({ text: 'Hi.' });
  });

  it('refuses bytes that are no UTF-8', () => {
    expect(codeOf(Buffer.from('{"text":"caf\u00e9"}', 'latin1'))).toBe('not_json');
    expect(codeOf(Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]))).toBe('not_json');
  });

  it.each<[unknown]>([
    ['null'],
    ['"Hi."'],
    ['17'],
    [[]],
    [[{ text: 'Hi.' }]],
    [{}],
    [{ reply: 'Hi.' }],
    [{ text: null }],
    [{ text: 1 }],
    [{ text: ['Hi.'] }],
    [{ text: 'Hi.', close: 'false' }],
    [{ text: 'Hi.', close: null }],
    [{ text: 'a\0b' }],
    ['{"text":"a\\ud800b"}'],
    ['{"__proto__":{"text":"Hi."}}'],
    [{ text: 'Hi.', toolCalls: [call()] }],
    [{ text: 'Hi.', toolCalls: null }],
    [{ toolCalls: [call()], missingScopes: ['orders:read'] }],
    [{ toolCalls: [] }],
    [{ toolCalls: {} }],
    [{ toolCalls: [null] }],
    [{ toolCalls: [call({ id: '' })] }],
    [{ toolCalls: [call({ id: 'a b' })] }],
    [{ toolCalls: [call({ id: 'a'.repeat(65) })] }],
    [{ toolCalls: [call({ tool: 1 })] }],
    [{ toolCalls: [call({ arguments: [] })] }],
    [{ toolCalls: [call(), call()] }],
    [{ toolCalls: Array.from({ length: 9 }, (_, i) => call({ id: `c${i}` })) }],
    [{ missingScopes: [] }],
    [{ missingScopes: 'orders:read' }],
    [{ missingScopes: [1] }],
    [{ missingScopes: [''] }],
    [{ missingScopes: ['orders:read'], text: 1 }],
  ])('refuses the shape of %j', body => {
    expect(codeOf(body)).toBe('shape');
  });

  it.each(['', ' ', '\n\t', '\u00a0\u2003', '\ufeff'])('refuses the blank text %j', text => {
    expect(codeOf({ text })).toBe('blank_text');
  });

  it('takes a text of 64 KiB and refuses one byte more', () => {
    expect(codeOf({ text: 'é'.repeat(32 * 1024) })).toMatchObject({ close: false });
    expect(codeOf({ text: `${'é'.repeat(32 * 1024)}a` })).toBe('too_large');
  });

  it('takes one to eight calls, whatever their tools and arguments are', () => {
    const calls = Array.from({ length: 8 }, (_, i) => call({ id: `c${i}`, arguments: { i } }));
    expect(codeOf({ toolCalls: calls, close: false })).toEqual({
      kind: 'calls',
      calls: calls.map(({ id, tool, arguments: args }) => ({ callId: id, tool, args })),
    });
    expect(codeOf({ toolCalls: [call({ id: 'a'.repeat(64), tool: '' })] })).toMatchObject({ kind: 'calls' });
  });

  it('takes missing scopes, with a text or without', () => {
    const missingScopes = ['refunds:issue', 'orders:read'];
    expect(codeOf({ missingScopes })).toEqual({ kind: 'scopes', missingScopes, text: undefined });
    expect(codeOf({ missingScopes, text: 'Please.' })).toEqual({
      kind: 'scopes',
      missingScopes,
      text: 'Please.',
    });
    expect(codeOf({ missingScopes, text: ' ' })).toBe('blank_text');
  });

  it('refuses calls nested too deep to be looked at, without recursion', () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    expect(codeOf(`{"toolCalls":[{"id":"c1","tool":"t","arguments":{"a":${deep}}}]}`)).toBe('shape');
  });

  it('never repeats what the endpoint said', () => {
    const secret = 'the-secret-of-the-brand';
    const bodies = [
      secret,
      { [secret]: secret },
      { text: secret, toolCalls: secret },
      { text: secret, close: secret },
    ];
    for (const body of bodies) expect(JSON.stringify(reply(body))).not.toContain(secret);
  });
});
