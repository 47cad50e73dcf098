import type { ScriptRule } from '../agent-config';
import { compileScript } from './script-program';

const rule = (members: Partial<ScriptRule>): ScriptRule => ({
  any: [],
  all: [],
  extract: {},
  tools: [],
  reply: 'Yes.',
  close: false,
  ...members,
});

const FALLBACK = 'Please say more.';
const programOf = (rules: ScriptRule[]) => {
  const program = compileScript({ rules, fallback: FALLBACK });
  return (text: string) => program.pathOf(text).reply();
};
const replyTo = (rules: ScriptRule[], text: string) => programOf(rules)(text);
const said = (text: string, close = false) => ({ ok: true, value: { text, close } });

describe('script agent, program (PACT wire 5.4)', () => {
  it('answers with the first rule whose words fit, not the best one', () => {
    const rules = [
      rule({ any: ['boat'], reply: 'Boat.' }),
      rule({ any: ['flight', 'trip'], reply: 'First.' }),
      rule({ any: ['flight'], all: ['Friday'], reply: 'Second.' }),
    ];
    expect(replyTo(rules, 'Is my FRIDAY flight on time?')).toEqual(said('First.'));
  });

  it('needs one word of `any` and every word of `all`', () => {
    const rules = [rule({ any: ['flight', 'trip'], all: ['my', 'friday'] })];
    expect(replyTo(rules, 'my trip on Friday')).toEqual(said('Yes.'));
    expect(replyTo(rules, 'my Friday')).toEqual(said(FALLBACK));
    expect(replyTo(rules, 'my trip on Monday')).toEqual(said(FALLBACK));
  });

  it('asks for no words where both lists are empty', () => {
    expect(replyTo([rule({})], '?')).toEqual(said('Yes.'));
  });

  it('falls back when no rule fits, or there is none', () => {
    expect(replyTo([rule({ any: ['flight'] })], 'flights')).toEqual(said(FALLBACK));
    expect(replyTo([], 'anything')).toEqual(said(FALLBACK));
  });

  it('closes the conversation with a rule that says so', () => {
    expect(replyTo([rule({ any: ['bye'], reply: 'Goodbye.', close: true })], 'Bye!')).toEqual(
      said('Goodbye.', true),
    );
  });

  it('fills a reply with what the patterns found, as often as it is named', () => {
    const rules = [
      rule({
        any: ['order'],
        extract: { order: '[A-Z]-[0-9]{5}', day: 'Monday|Friday' },
        reply: '{{order}} on {{day}}: {{order}}.',
      }),
    ];
    expect(replyTo(rules, 'order A-12345 for Friday')).toEqual(said('A-12345 on Friday: A-12345.'));
  });

  it('passes over a rule whose reply names a value that the text does not hold', () => {
    const rules = [
      rule({ any: ['order'], extract: { order: '[A-Z]-[0-9]{5}' }, reply: 'Order {{order}}.' }),
      rule({ any: ['order'], reply: 'Which order?' }),
    ];
    expect(replyTo(rules, 'order A-12345')).toEqual(said('Order A-12345.'));
    expect(replyTo(rules, 'my order')).toEqual(said('Which order?'));
  });

  it('fits by its words alone where no reply names the value', () => {
    const rules = [rule({ any: ['order'], extract: { order: '[0-9]{5}' }, reply: 'Which order?' })];
    expect(replyTo(rules, 'my order')).toEqual(said('Which order?'));
  });

  it('never reads a found value as a template', () => {
    const rules = [rule({ extract: { a: '[{]{2}b[}]{2}', b: 'x' }, reply: '{{a}}' })];
    expect(replyTo(rules, '{{b}} x')).toEqual(said('{{b}}'));
  });

  it('takes names of the object prototype as names', () => {
    const rules = [rule({ extract: { constructor: '[0-9]+', toString: 'a' }, reply: '{{constructor}}' })];
    expect(replyTo(rules, '17')).toEqual(said('17'));
  });

  it('fails on a reply that is blank once it is filled', () => {
    const answer = replyTo([rule({ extract: { gap: ' ' }, reply: '{{gap}}' })], 'a b');
    expect(answer).toMatchObject({ ok: false, error: { code: 'blank_text' } });
  });

  it('fails on a reply that passes 64 KiB once it is filled, in characters or in bytes', () => {
    const all = { everything: '.+' };
    const many = rule({ extract: all, reply: '{{everything}}'.repeat(4_000) });
    const wide = rule({ extract: all, reply: '{{everything}}'.repeat(10) });
    expect(replyTo([many], 'x'.repeat(4_000))).toMatchObject({ ok: false, error: { code: 'too_large' } });
    expect(replyTo([wide], '€'.repeat(4_000))).toMatchObject({ ok: false, error: { code: 'too_large' } });
  });

  it('does one message of 64 KiB through 100 rules with costly patterns within a second', () => {
    const rules = Array.from({ length: 100 }, (_, i) =>
      rule({ extract: { v: `[ab]{0,4}[ab]{0,4}[cd]${i % 10}` }, reply: '{{v}}' }),
    );
    const program = programOf(rules);
    const started = performance.now();
    expect(program('abab '.repeat(13_000))).toEqual(said(FALLBACK));
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
