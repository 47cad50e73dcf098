import fc from 'fast-check';
import { fillReply, parseReply } from './reply-template';

describe('reply templates (PACT wire 5.4)', () => {
  it.each([
    ['Hello.', []],
    ['{{a}}', ['a']],
    ['{{a}}{{b1_c}} and {{a}}', ['a', 'b1_c', 'a']],
    ['{{a.b}} {{look_up.items.0.order-id}}', ['a.b', 'look_up.items.0.order-id']],
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
    ['ok {{a}} {{a.}}', 9],
    ['{{a..b}}', 0],
    ['{{.a}}', 0],
    ['{{a.b c}}', 0],
    ['{{a.0.1.2.3.4.5.6.7.8}}', 0],
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
