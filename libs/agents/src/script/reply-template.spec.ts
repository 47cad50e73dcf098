import fc from 'fast-check';
import { fillReply, parseReply } from './reply-template';

describe('reply templates (PACT wire 5.4)', () => {
  it.each([
    ['Hello.', []],
    ['{{a}}', ['a']],
    ['{{a}}{{b1_c}} and {{a}}', ['a', 'b1_c', 'a']],
    ['{a} } }} {', []],
  ])('reads the placeholders of %j', (reply, names) => {
    expect(parseReply(reply)).toMatchObject({ ok: true, value: { names } });
  });

  it.each([
    ['{{}}', 0],
    ['see {{ a }}', 4],
    ['{{a', 0],
    ['{{a}', 0],
    ['{{{a}}}', 0],
    ['ok {{a}} {{a.b}}', 9],
    ['{{__proto__}}', 0],
    ['{{1a}}', 0],
  ])('refuses %j at %d', (reply, position) => {
    expect(parseReply(reply)).toEqual({ ok: false, error: position });
  });

  it('gives back any text without placeholders, whatever the values are', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 200 }).filter(text => !text.includes('{{')),
        text => {
          const template = parseReply(text);
          expect(template.ok && fillReply(template.value, new Map())).toEqual({ ok: true, value: text });
        },
      ),
    );
  });
});
