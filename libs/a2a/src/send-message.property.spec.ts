import fc from 'fast-check';
import { parseSendMessage } from './send-message';

const REASONS = ['INVALID_PARAMS', 'TASK_NOT_FOUND', 'CONTENT_TYPE_NOT_SUPPORTED'];
const KNOWN = [
  ...[
    'message',
    'configuration',
    'metadata',
    'messageId',
    'message_id',
    'contextId',
    'context_id',
    'taskId',
    'task_id',
  ],
  ...['role', 'parts', 'text', 'raw', 'url', 'data'],
];

const expectAnAnswer = (body: Uint8Array) => {
  const result = parseSendMessage(body);
  if (result.ok) {
    expect(result.value.messageId).not.toBe('');
    expect(result.value.text.trim()).not.toBe('');
    expect(result.value.contentHash()).toMatch(/^[A-Za-z0-9_-]{43}$/);
  } else expect(REASONS).toContain(result.error.reason);
};

const unit = fc.constantFrom('grapheme' as const, 'binary' as const);
const anyText = unit.chain(kind => fc.string({ unit: kind }));
const goodText = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
  .filter(text => text.trim() !== '' && !text.includes('\0') && Buffer.byteLength(text) <= 256);

/** A valid request as a client would write it, without members that decide nothing. */
const validRequest = fc.record({
  message: fc.record(
    {
      messageId: goodText,
      role: fc.constant('ROLE_USER'),
      parts: fc.array(fc.record({ text: goodText }), { minLength: 1, maxLength: 5 }),
      contextId: goodText,
    },
    { requiredKeys: ['messageId', 'role', 'parts'] },
  ),
});

const unknownMembers = fc.dictionary(
  fc.string().filter(name => !KNOWN.includes(name)),
  fc.jsonValue({ maxDepth: 5 }),
  { maxKeys: 4 },
);

/** JSON values made of the words that the parser looks for, so that many get past the first stages. */
const nearMiss = fc.letrec(tie => ({
  value: fc.oneof(
    { maxDepth: 6, depthSize: 'small' },
    fc.constantFrom<unknown>(null, '', 0, true, 'ROLE_USER', 'x', '\0', '\ud800'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...KNOWN, '__proto__'), tie('value'), { maxKeys: 6 }),
  ),
}));
const nearMessage = fc.record({
  message: fc.record({
    messageId: fc.oneof(goodText, nearMiss.value),
    role: fc.oneof(fc.constant('ROLE_USER'), nearMiss.value),
    parts: fc.oneof(fc.array(fc.oneof(fc.record({ text: anyText }), nearMiss.value)), nearMiss.value),
    contextId: fc.oneof(fc.constant(undefined), nearMiss.value),
    taskId: fc.oneof(fc.constant(undefined), nearMiss.value),
    metadata: nearMiss.value,
  }),
  configuration: nearMiss.value,
});

describe('parseSendMessage, for any input', () => {
  it('never throws on arbitrary bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), expectAnAnswer), { numRuns: 1_000 });
  });

  it('never throws on arbitrary JSON', () => {
    fc.assert(
      fc.property(fc.json(), text => expectAnAnswer(Buffer.from(text))),
      { numRuns: 1_000 },
    );
  });

  it('never throws on what almost is a message', () => {
    fc.assert(
      fc.property(fc.oneof(nearMessage, nearMiss.value), body => {
        expectAnAnswer(Buffer.from(JSON.stringify(body) ?? ''));
      }),
      { numRuns: 1_500 },
    );
  });

  it('never throws on a valid body with some bytes changed', () => {
    const edits = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(validRequest, edits, (request, changes) => {
        const body = Buffer.from(JSON.stringify(request));
        for (const [at, byte] of changes) body[at % body.length] = byte;
        expectAnAnswer(body);
      }),
      { numRuns: 1_000 },
    );
  });

  it('P8: takes every valid message and joins its texts', () => {
    fc.assert(
      fc.property(validRequest, request => {
        const { messageId, contextId, parts } = request.message;
        const text = parts.map(part => part.text).join('\n');
        const result = parseSendMessage(Buffer.from(JSON.stringify(request)));
        expect(result).toMatchObject({ ok: true, value: { messageId, contextId, text } });
      }),
    );
  });

  it('P9: gives the same result when unknown members are added anywhere', () => {
    fc.assert(
      fc.property(
        validRequest,
        unknownMembers,
        unknownMembers,
        unknownMembers,
        (request, top, inside, inPart) => {
          const { message } = request;
          const parts = message.parts.map(part => ({ ...inPart, ...part }));
          const noisy = { ...top, message: { ...inside, ...message, parts } };
          const [plain, other] = [request, noisy].map(body =>
            parseSendMessage(Buffer.from(JSON.stringify(body))),
          );
          expect(plain).toMatchObject({ ok: true });
          expect(read(other)).toEqual(read(plain));
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

/** What a turn is made of, without the hash, which is meant to differ. */
const read = (result: ReturnType<typeof parseSendMessage> | undefined) =>
  result?.ok ? { ...result.value, contentHash: undefined } : result;
