import type { A2aReason } from '@surety/a2a';
import { LIMITS } from '@surety/kernel';
import fc from 'fast-check';
import type { BrandKind, FuzzWorld } from './fuzz-world.test-kit';
import { junk, mutatedMembers, mutatedText, oddText } from './mutations.test-kit';

/** What a message gets at the script Brand, as far as its maker knows. */
export type MessageFate =
  | { readonly kind: 'reply' }
  | { readonly kind: 'stored'; readonly replyId: string }
  | { readonly kind: 'refused'; readonly reason: A2aReason }
  /** Any answer of the operation. */
  | { readonly kind: 'any' };

/** The body of a message:send, and who has to send it where to get what it is made for. */
export interface BodyDraft {
  readonly what: string;
  readonly bytes: Buffer;
  readonly fate: MessageFate;
  readonly sub?: string;
  readonly brand?: BrandKind;
  readonly headers?: readonly (readonly [string, string])[];
}

type Members = Readonly<Record<string, unknown>>;

const REPLY: MessageFate = { kind: 'reply' };
const ANY: MessageFate = { kind: 'any' };
const refused = (reason: A2aReason): MessageFate => ({ kind: 'refused', reason });
const INVALID = refused('INVALID_PARAMS');

const ids = fc.uuid().map(id => `m-${id}`);
const texts = fc.oneof(fc.string({ minLength: 1, maxLength: 80 }), oddText, fc.lorem({ maxCount: 20 }));
/** Never blank, and never the word that closes a conversation. */
const plainTexts = texts.map(text => `say ${text}`.replace(/goodbye/gi, 'hello'));

const messages = fc.record({ messageId: ids, text: plainTexts }).map(({ messageId, text }) => ({
  messageId,
  role: 'ROLE_USER',
  parts: [{ text }] as unknown,
}));

const bytesOf = (message: unknown, beside: Members = {}): Buffer =>
  Buffer.from(JSON.stringify({ message, ...beside }));

/** A valid message with members changed, all at once. */
function changed(what: string, fate: MessageFate, changes: fc.Arbitrary<Members>): fc.Arbitrary<BodyDraft> {
  return fc
    .tuple(messages, changes)
    .map(([message, members]) => ({ what, fate, bytes: bytesOf({ ...message, ...members }) }));
}

const padded = (length: number): string => 'x'.repeat(Math.max(0, length));

/** Accepted messages that look unlike each other (P9, field row 9). */
const lenient: fc.Arbitrary<BodyDraft>[] = [
  changed('plain', REPLY, fc.constant({})),
  changed(
    'several parts',
    REPLY,
    fc.constant({ parts: [{ text: ' ' }, { text: 'a', mediaType: 'text/html' }] }),
  ),
  changed('unknown members', REPLY, fc.record({ extensions: fc.jsonValue(), unknown: oddText })),
  changed('absent in other words', REPLY, fc.constant({ taskId: '', contextId: null, metadata: null })),
  changed(
    'metadata',
    REPLY,
    fc.record({ metadata: fc.dictionary(fc.string(), fc.string(), { maxKeys: 5 }) }),
  ),
  messages.map(message => ({
    what: 'twins in snake case',
    fate: REPLY,
    bytes: bytesOf({ ...message, messageId: undefined, message_id: message.messageId, task_id: null }),
  })),
  messages.map(message => ({
    what: 'repeated members, byte order mark, __proto__',
    fate: REPLY,
    bytes: Buffer.from(
      `\ufeff{"message":1,"__proto__":{"message":2},"message":${JSON.stringify(message)}, "tenant":"t"}`,
    ),
  })),
];

/** One breach for each stage of P8 that needs nothing but the body. */
const breaches: fc.Arbitrary<BodyDraft>[] = [
  fc
    .oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.constantFrom('', '{', '{"message":', "{'a':1}", 'null,', '\ufeff'),
    )
    .map(bytes => ({ what: 'not JSON', fate: INVALID, bytes: Buffer.from(bytes as Uint8Array) })),
  fc
    .jsonValue()
    .map(value => ({ what: 'another JSON', fate: INVALID, bytes: Buffer.from(JSON.stringify(value)) })),
  changed(
    'a member of another kind',
    INVALID,
    fc.constantFrom<Members>(
      { messageId: 1 },
      { messageId: '' },
      { messageId: undefined },
      { parts: [] },
      { parts: {} },
      { parts: [null] },
      { parts: [{}] },
      { parts: [{ text: 'a', data: {} }] },
      { parts: [{ text: 1 }] },
      { role: 1 },
      { role: undefined },
      { contextId: 7 },
      { taskId: ['t'] },
      { metadata: [] },
      { parts: [{ text: 'a\u0000b' }] },
      { messageId: 'm\ud800' },
    ),
  ),
  changed(
    'a task',
    refused('TASK_NOT_FOUND'),
    fc.record({ taskId: fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme-ascii' }) }),
  ),
  changed(
    'another role',
    INVALID,
    fc.record({ role: fc.constantFrom('ROLE_AGENT', 'ROLE_UNSPECIFIED', 'user', '') }),
  ),
  changed(
    'other part kinds',
    refused('CONTENT_TYPE_NOT_SUPPORTED'),
    fc.constantFrom<Members>(
      { parts: [{ raw: '????' }] },
      { parts: [{ url: 'https://x.example/' }] },
      { parts: [{ text: 'a' }, { data: { a: 1 } }] },
    ),
  ),
  changed(
    'blank text',
    INVALID,
    fc.record({
      parts: fc.array(fc.constantFrom({ text: '' }, { text: ' \n\t' }, { text: '\u00a0\u2003' }), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
  ),
];

/** Sizes and depths at their bounds (P27); costly, so there are few of them. */
const bounds: fc.Arbitrary<BodyDraft> = fc
  .tuple(messages, fc.constantFrom(-1, 0, 1), fc.nat(6))
  .map(([message, over, kind]): BodyDraft => {
    const fate = over > 0 ? INVALID : REPLY;
    const filled = (members: Members) => bytesOf({ ...message, ...members });
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const body = (depth: number) =>
      Buffer.from(`{"message":${JSON.stringify(message)},"x":${nested(depth)}}`);
    const missing = LIMITS.bodyBytes - bytesOf(message).length;
    const metadata = LIMITS.metadataBytes - '{"a":""}'.length;
    const made = [
      ['text', () => filled({ parts: [{ text: padded(LIMITS.textBytes + over) }] })],
      ['body', () => Buffer.concat([bytesOf(message), Buffer.from(' '.repeat(missing + over))])],
      [
        'messageId',
        () =>
          filled({
            messageId: `${message.messageId}${padded(LIMITS.messageIdBytes - message.messageId.length + over)}`,
          }),
      ],
      ['metadata', () => filled({ metadata: { a: padded(metadata + over) } })],
      ['depth', () => body(LIMITS.jsonDepth - 1 + over)],
      ['great depth', () => (over > 0 ? body(100_000) : body(1))],
      ['contextId', () => filled(over > 0 ? { contextId: padded(LIMITS.contextIdBytes + 1) } : {})],
    ] as const;
    const [name, bytes] = made[kind] ?? made[0];
    return { what: `bound of ${name}`, fate, brand: 'script', bytes: bytes() };
  });

/** Valid messages with anything done to them. */
const mutants: fc.Arbitrary<BodyDraft>[] = [
  fc.tuple(messages, junk, mutatedMembers).map(([message, beside, mutate]) => ({
    what: 'mutated members',
    fate: ANY,
    bytes: Buffer.from(JSON.stringify(mutate({ message, configuration: {}, metadata: { beside } })) ?? ''),
  })),
  fc
    .tuple(messages, mutatedText)
    .map(([message, mutate]) => ({ what: 'mutated text', fate: ANY, bytes: mutate(bytesOf(message)) })),
];

/** Messages that only mean something among the conversations of this world. */
function inContexts({ contexts, subs }: FuzzWorld): fc.Arbitrary<BodyDraft>[] {
  const known = fc.constantFrom(...contexts);
  const living = fc.constantFrom(...contexts.filter(context => !context.closed));
  const closed = fc.constantFrom(...contexts.filter(context => context.closed));
  const at = (what: string, sub: string, fate: MessageFate, message: Members): BodyDraft => {
    return { what, sub, fate, brand: 'script', bytes: bytesOf(message) };
  };
  return [
    fc
      .tuple(living, messages)
      .map(([{ id, sub }, message]) => at('next message', sub, REPLY, { ...message, contextId: id })),
    fc
      .tuple(living, messages)
      .map(([{ id, sub }, message]) =>
        at('next message, twin in snake case', sub, REPLY, { ...message, context_id: id }),
      ),
    fc
      .tuple(known, messages)
      .map(([{ id, sub, messageId, replyId }, message]) =>
        at('repeated messageId', sub, { kind: 'stored', replyId }, { ...message, messageId, contextId: id }),
      ),
    fc
      .tuple(living, messages)
      .map(([{ id, sub, replyId }, message]) =>
        at('messageId of a reply', sub, INVALID, { ...message, messageId: replyId, contextId: id }),
      ),
    fc
      .tuple(closed, messages)
      .map(([{ id, sub }, message]) =>
        at('closed context', sub, refused('UNSUPPORTED_OPERATION'), { ...message, contextId: id }),
      ),
    fc.tuple(known, messages, fc.constantFrom(...subs)).map(([{ id, sub }, message, other]) =>
      at('context of another user', other === sub ? 'stranger' : other, INVALID, {
        ...message,
        contextId: id,
      }),
    ),
    fc
      .tuple(messages, oddText)
      .map(([message, id]) =>
        at('unknown context', 'user-a', INVALID, { ...message, contextId: `ctx_${id}` }),
      ),
  ];
}

/** First messages whose retry is covered by a key: few keys, so that most are taken (P11). */
const keyed: fc.Arbitrary<BodyDraft> = fc
  .tuple(messages, fc.constantFrom('one', 'two', 'three', '', 'x'.repeat(256), 'x'.repeat(255)), fc.boolean())
  .map(([message, key, repeated]) => ({
    what: 'Idempotency-Key',
    fate: key === '' || key.length > 255 || repeated ? INVALID : ANY,
    bytes: bytesOf(message),
    headers: Array.from({ length: repeated ? 2 : 1 }, () => ['Idempotency-Key', key] as const),
  }));

/** The bodies of message:send, the cheap kinds most often. */
export function messageBodies(world: FuzzWorld): fc.Arbitrary<BodyDraft> {
  return fc.oneof(
    { weight: 24, arbitrary: fc.oneof(...lenient) },
    { weight: 30, arbitrary: fc.oneof(...breaches) },
    { weight: 24, arbitrary: fc.oneof(...inContexts(world)) },
    { weight: 16, arbitrary: fc.oneof(...mutants) },
    { weight: 4, arbitrary: keyed },
    { weight: 2, arbitrary: bounds },
  );
}
