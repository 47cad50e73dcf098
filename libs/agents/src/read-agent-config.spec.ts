import { LIMITS } from '@surety/kernel';
import { readAgentConfig } from './read-agent-config';

const script = (members: object) => ({ kind: 'script', script: { rules: [], fallback: 'Hi.', ...members } });
const withRule = (members: object) => script({ rules: [{ reply: 'Yes.', ...members }] });
const webhook = (members: object) => ({ kind: 'webhook', url: 'https://brand.example/agent', ...members });

const faultsOf = (value: unknown) => {
  const config = readAgentConfig(value);
  return config.ok ? [] : config.error.map(fault => `${fault.path} ${fault.code}`);
};

describe('reading the agent of a Brand (PACT wire §6)', () => {
  it('fills in the defaults of a script', () => {
    const value = script({
      rules: [
        { any: ['a'], reply: 'A.' },
        { reply: 'B.', tools: [], close: true },
      ],
    });
    expect(readAgentConfig(value)).toEqual({
      ok: true,
      value: {
        kind: 'script',
        script: {
          rules: [
            { any: ['a'], all: [], extract: {}, tools: [], reply: 'A.', close: false },
            { any: [], all: [], extract: {}, tools: [], reply: 'B.', close: true },
          ],
          fallback: 'Hi.',
        },
      },
    });
  });

  it('takes the example of the wire', () => {
    const rule = {
      any: ['flight', 'trip'],
      all: [],
      extract: { order: '[A-Z]-[0-9]{5}' },
      tools: [{ tool: 'lookup_orders', arguments: { order: '{{order}}' } }],
      reply: 'Order {{order}}: {{lookup_orders.status}}',
      close: false,
    };
    expect(readAgentConfig(script({ rules: [rule] }))).toMatchObject({
      ok: true,
      value: { script: { rules: [rule] } },
    });
  });

  it('fills in the defaults of a webhook and keeps its address as it was given', () => {
    expect(readAgentConfig(webhook({}))).toEqual({
      ok: true,
      value: { kind: 'webhook', url: 'https://brand.example/agent', idempotent: false, headers: {} },
    });
    const headers = { 'X-Api-Key': 's3cret, with blanks', authorization: 'Bearer x' };
    expect(readAgentConfig(webhook({ idempotent: true, headers }))).toMatchObject({
      value: { idempotent: true, headers },
    });
  });

  it.each<[string, unknown, string[]]>([
    ['nothing', undefined, [' required']],
    ['a list', [], [' type']],
    ['null', null, [' type']],
    ['no kind', {}, ['kind unknown_kind']],
    ['a kind of a later profile', { kind: 'mesh' }, ['kind unknown_kind']],
    ['a kind of the prototype', { kind: 'constructor' }, ['kind unknown_kind']],
    ['no script', { kind: 'script' }, ['script required']],
    ['a member of the other kind', { ...script({}), url: 'https://x.example' }, ['url unknown_member']],
    ['a script with other members', script({ rule: [] }), ['script.rule unknown_member']],
    ['a script of null', { kind: 'script', script: null }, ['script type']],
    ['no rules', { kind: 'script', script: { fallback: 'Hi.' } }, ['script.rules required']],
    ['rules in an object', script({ rules: {} }), ['script.rules type']],
    ['101 rules', script({ rules: Array(101).fill({ reply: 'a' }) }), ['script.rules count']],
    ['no fallback', { kind: 'script', script: { rules: [] } }, ['script.fallback required']],
    ['a blank fallback', script({ fallback: ' \n\u00a0' }), ['script.fallback blank']],
    ['a value in the fallback', script({ fallback: '{{a}}' }), ['script.fallback unknown_placeholder']],
    ['a rule of null', script({ rules: [null] }), ['script.rules.0 type']],
    ['a rule without reply', script({ rules: [{}] }), ['script.rules.0.reply required']],
    ['an empty reply', withRule({ reply: '' }), ['script.rules.0.reply length']],
    ['a reply of a number', withRule({ reply: 1 }), ['script.rules.0.reply type']],
    ['a reply over 64 KiB', withRule({ reply: 'é'.repeat(32_769) }), ['script.rules.0.reply length']],
    ['NUL in a reply', withRule({ reply: 'a\0b' }), ['script.rules.0.reply characters']],
    ['a lone surrogate', withRule({ reply: 'a\ud800b' }), ['script.rules.0.reply characters']],
    [
      'an unknown placeholder',
      withRule({ reply: '{{order}}' }),
      ['script.rules.0.reply unknown_placeholder'],
    ],
    [
      'a placeholder of the prototype',
      withRule({ reply: '{{toString}}' }),
      ['script.rules.0.reply unknown_placeholder'],
    ],
    [
      'the result of a tool that it does not call',
      withRule({ reply: '{{a.b}}' }),
      ['script.rules.0.reply unknown_placeholder'],
    ],
    [
      'members of what a pattern finds',
      withRule({ extract: { a: 'b' }, reply: '{{a.b}}' }),
      ['script.rules.0.reply unknown_placeholder'],
    ],
    ['a call of null', withRule({ tools: [null] }), ['script.rules.0.tools.0 type']],
    ['a call of nothing', withRule({ tools: [{}] }), ['script.rules.0.tools.0.tool required']],
    [
      'other members of a call',
      withRule({ tools: [{ tool: 'x', id: '1' }] }),
      ['script.rules.0.tools.0.id unknown_member'],
    ],
    ['a tool with a dash', withRule({ tools: [{ tool: 'x-y' }] }), ['script.rules.0.tools.0.tool name']],
    ['nine calls', withRule({ tools: Array(9).fill({ tool: 'x' }) }), ['script.rules.0.tools count']],
    [
      'a tool twice',
      withRule({ tools: [{ tool: 'x' }, { tool: 'x' }] }),
      ['script.rules.0.tools.1.tool repeated'],
    ],
    [
      'a tool with the name of a value',
      withRule({ extract: { x: 'a' }, tools: [{ tool: 'x' }] }),
      ['script.rules.0.tools.0.tool repeated'],
    ],
    [
      'arguments in a list',
      withRule({ tools: [{ tool: 'x', arguments: [] }] }),
      ['script.rules.0.tools.0.arguments type'],
    ],
    [
      'a malformed placeholder deep in arguments',
      withRule({ tools: [{ tool: 'x', arguments: { a: [{ b: '{{ c }}' }] } }] }),
      ['script.rules.0.tools.0.arguments.a placeholder'],
    ],
    [
      'the result of a later call',
      withRule({ tools: [{ tool: 'x', arguments: { a: '{{y.id}}' } }, { tool: 'y' }] }),
      ['script.rules.0.tools.0.arguments unknown_placeholder'],
    ],
    [
      'its own result',
      withRule({ tools: [{ tool: 'x', arguments: { a: '{{x}}' } }] }),
      ['script.rules.0.tools.0.arguments unknown_placeholder'],
    ],
    [
      'arguments over 32 KiB',
      withRule({ tools: [{ tool: 'x', arguments: { a: 'a'.repeat(32_768) } }] }),
      ['script.rules.0.tools.0.arguments length'],
    ],
    ['tools in an object', withRule({ tools: {} }), ['script.rules.0.tools type']],
    ['other members of a rule', withRule({ words: [] }), ['script.rules.0.words unknown_member']],
    ['words in a text', withRule({ any: 'flight' }), ['script.rules.0.any type']],
    ['words of null', withRule({ all: null }), ['script.rules.0.all type']],
    ['a word of a number', withRule({ any: ['a', 1] }), ['script.rules.0.any.1 type']],
    ['an empty word', withRule({ all: [''] }), ['script.rules.0.all.0 length']],
    ['a word without letters', withRule({ any: ['?!'] }), ['script.rules.0.any.0 words']],
    ['a word over 200 bytes', withRule({ any: ['a'.repeat(201)] }), ['script.rules.0.any.0 length']],
    ['51 words', withRule({ any: Array(51).fill('a') }), ['script.rules.0.any count']],
    ['close as text', withRule({ close: 'false' }), ['script.rules.0.close type']],
    ['close of null', withRule({ close: null }), ['script.rules.0.close type']],
    ['extract in a list', withRule({ extract: ['a'] }), ['script.rules.0.extract type']],
    ['a pattern in a list', withRule({ extract: { a: ['a'] } }), ['script.rules.0.extract.a type']],
    ['a group', withRule({ extract: { a: '(a)' } }), ['script.rules.0.extract.a pattern_groups']],
    ['a pattern of 101', withRule({ extract: { a: 'a'.repeat(101) } }), ['script.rules.0.extract.a length']],
    ['a name with a dash', withRule({ extract: { 'a-b': 'a' } }), ['script.rules.0.extract.a-b name']],
    [
      '__proto__',
      withRule(JSON.parse('{"extract":{"__proto__":"a"}}')),
      ['script.rules.0.extract.__proto__ name'],
    ],
    [
      '11 values',
      withRule({ extract: Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`v${i}`, 'a'])) }),
      ['script.rules.0.extract count'],
    ],
  ])('refuses %s', (_case, value, faults) => {
    expect(faultsOf(value)).toEqual(faults);
  });

  it('bounds what all patterns together may cost, each counted once', () => {
    const rules = (distinct: number) =>
      Array.from({ length: 20 }, (_, i) => ({ extract: { v: `[0-9]{90}[a-z]${i % distinct}` }, reply: 'a' }));
    expect(faultsOf(script({ rules: rules(2) }))).toEqual([]);
    expect(faultsOf(script({ rules: rules(20) }))).toEqual(['script.rules pattern_too_costly']);
  });

  it.each<[string, unknown, string[]]>([
    ['no url', { kind: 'webhook' }, ['url required']],
    ['a url of a number', webhook({ url: 1 }), ['url type']],
    ['a relative url', webhook({ url: '/agent' }), ['url url']],
    ['an empty url', webhook({ url: '' }), ['url length']],
    ['a url over 2 KiB', webhook({ url: `https://x.example/${'a'.repeat(2048)}` }), ['url length']],
    ['ftp', webhook({ url: 'ftp://x.example/' }), ['url url']],
    ['file', webhook({ url: 'file:///etc/passwd' }), ['url url']],
    ['credentials in a url', webhook({ url: 'https://u:p@x.example/' }), ['url url']],
    ['a fragment', webhook({ url: 'https://x.example/#' }), ['url url']],
    ['idempotent as text', webhook({ idempotent: 'true' }), ['idempotent type']],
    ['a script beside', webhook({ script: {} }), ['script unknown_member']],
    ['headers in a list', webhook({ headers: [] }), ['headers type']],
    ['a header of null', webhook({ headers: { a: null } }), ['headers.a type']],
    ['an empty header', webhook({ headers: { a: '' } }), ['headers.a length']],
    ['a header over 4 KiB', webhook({ headers: { a: 'a'.repeat(4097) } }), ['headers.a length']],
    ['a line break', webhook({ headers: { a: 'a\r\nb: c' } }), ['headers.a characters']],
    ['a blank at the end', webhook({ headers: { a: 'a ' } }), ['headers.a characters']],
    ['letters beyond ASCII', webhook({ headers: { a: 'é' } }), ['headers.a characters']],
    ['a name with a blank', webhook({ headers: { 'a b': 'c' } }), ['headers.a b name']],
    ['an empty name', webhook({ headers: { '': 'c' } }), ['headers. name']],
    ['a name with a colon', webhook({ headers: { 'a:': 'c' } }), ['headers.a: name']],
    ['a header twice', webhook({ headers: { Key: 'a', KEY: 'b' } }), ['headers.KEY repeated_header']],
    [
      '21 headers',
      webhook({ headers: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`h${i}`, 'a'])) }),
      ['headers count'],
    ],
  ])('refuses a webhook with %s', (_case, value, faults) => {
    expect(faultsOf(value)).toEqual(faults);
  });

  it.each(['Connection', 'transfer-encoding', 'TE', 'Host', 'Content-Length', 'Content-Type', 'Expect'])(
    'refuses the header %s of the connection or the body',
    name => {
      expect(faultsOf(webhook({ headers: { [name]: 'x' } }))).toEqual([`headers.${name} reserved_header`]);
    },
  );

  it.each(['Idempotency-Key', 'SURETY-SIGNATURE', 'surety-context-id', 'Request-Id'])(
    'refuses the header %s of ours',
    name => {
      expect(faultsOf(webhook({ headers: { [name]: 'x' } }))).toEqual([`headers.${name} reserved_header`]);
    },
  );

  it('reads a model, with what was left out undefined', () => {
    const llm = { kind: 'llm', baseUrl: 'https://model.example/v1', model: 'small-1' };
    expect(readAgentConfig(llm)).toEqual({
      ok: true,
      value: { ...llm, apiKey: undefined, instructions: undefined },
    });
    const more = { ...llm, apiKey: 'sk-1', instructions: 'Be brief.' };
    expect(readAgentConfig(more)).toEqual({ ok: true, value: more });
  });

  it.each<[string, object, string[]]>([
    ['no address', { baseUrl: undefined }, ['baseUrl required']],
    ['credentials in its address', { baseUrl: 'https://u:p@x.example/' }, ['baseUrl url']],
    ['no name', { model: undefined }, ['model required']],
    ['a blank name', { model: ' ' }, ['model blank']],
    ['an empty key', { apiKey: '' }, ['apiKey length']],
    ['a key with a line break', { apiKey: 'a\nb' }, ['apiKey characters']],
    ['a key of null', { apiKey: null }, ['apiKey type']],
    ['instructions over 8 KiB', { instructions: 'a'.repeat(8193) }, ['instructions length']],
    ['instructions of the system', { system: 'Be rude.' }, ['system unknown_member']],
  ])('refuses a model with %s', (_case, members, faults) => {
    const llm = { kind: 'llm', baseUrl: 'https://model.example/v1', model: 'small-1', ...members };
    expect(faultsOf(llm)).toEqual(faults);
  });

  it('tells every fault at once and never the value of a header', () => {
    const config = readAgentConfig(webhook({ url: 'x', headers: { key: 'sëcret', 'b ad': 'sëcret' } }));
    expect(config.ok ? [] : config.error.map(fault => fault.path)).toEqual([
      'url',
      'headers.key',
      'headers.b ad',
    ]);
    expect(JSON.stringify(config)).not.toContain('sëcret');
  });

  it('takes a reply of exactly 64 KiB and 100 rules', () => {
    const rules = Array(LIMITS.scriptRules).fill({ reply: 'a'.repeat(LIMITS.textBytes) });
    expect(faultsOf(script({ rules }))).toEqual([]);
  });
});
