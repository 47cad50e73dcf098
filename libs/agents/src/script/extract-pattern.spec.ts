import { LIMITS } from '@surety/kernel';
import { compilePattern, findValue } from './extract-pattern';

function valueOf(pattern: string, text: string): string | undefined {
  const compiled = compilePattern(pattern);
  if (!compiled.ok) throw new Error(`${pattern}: ${compiled.error.message}`);
  return findValue(compiled.value, text);
}

const faultOf = (pattern: string) => {
  const compiled = compilePattern(pattern);
  return compiled.ok ? undefined : compiled.error.code;
};

describe('extract patterns (PACT wire 5.4)', () => {
  it.each([
    ['[A-Z]-[0-9]{5}', 'order A-12345, or B-99999', 'A-12345'],
    ['[0-9]+', 'between 17 and 42', '17'],
    ['\\d{4}-\\d{2}-\\d{2}', 'on 2026-11-30.', '2026-11-30'],
    ['\\bSK ?[0-9]{3}\\b', 'onto SK 318 please', 'SK 318'],
    ['[A-Z0-9]{6}', 'ABC123', 'ABC123'],
    ['cat|dog', 'a dog and a cat', 'dog'],
    ['[^ ,]+@[^ ,]+', 'mail jane@example.com, thanks', 'jane@example.com'],
    ['\\p{Lu}\\p{Ll}+', 'in Århus', 'Århus'],
    ['^[a-z]+', 'first word', 'first'],
    ['[(][0-9]+[)]', 'see (12)', '(12)'],
    ['\\([0-9]+\\)', 'see (12)', '(12)'],
    ['a.c', 'a😀c', 'a😀c'],
    ['.+?x', 'aaxbx', 'aax'],
  ])('%s finds in %j the value %j', (pattern, text, value) => {
    expect(valueOf(pattern, text)).toBe(value);
  });

  it('gives no value where the pattern matches nothing, or only an empty place', () => {
    expect(valueOf('[0-9]{5}', 'no number')).toBeUndefined();
    expect(valueOf('\\bx*', 'a b')).toBeUndefined();
  });

  it.each([
    ['([0-9]+)', 'pattern_groups'],
    ['(?:a)', 'pattern_groups'],
    ['a(?=b)', 'pattern_groups'],
    ['(?<!a)b', 'pattern_groups'],
    ['(?i)a', 'pattern_groups'],
    ['(?P<n>a)', 'pattern_groups'],
    ['a)', 'pattern_groups'],
    ['[a(](b', 'pattern_groups'],
    ['\\\\(a\\\\)', 'pattern_groups'],
    ['a\\1', 'pattern_backreference'],
    ['\\k<n>', 'pattern_backreference'],
    ['[\\1]', 'pattern_backreference'],
    ['[a', 'pattern'],
    ['a**', 'pattern'],
    ['a++', 'pattern'],
    ['a{2}{3}', 'pattern'],
    ['*a', 'pattern'],
    ['a\\', 'pattern'],
    ['[]a]', 'pattern'],
    ['[^]', 'pattern'],
    ['[[:alpha:]]', 'pattern'],
    ['[z-a]', 'pattern'],
    ['\\Qa(b)\\E', 'pattern'],
    ['\\u0041', 'pattern'],
    ['\\x41', 'pattern'],
    ['a{1001}', 'pattern'],
    ['', 'pattern_matches_nothing'],
    ['[0-9]*', 'pattern_matches_nothing'],
    ['a|b?', 'pattern_matches_nothing'],
    ['[0-9]{1000}', 'pattern_too_costly'],
    ['[0-9]{200}[a-z]{200}', 'pattern_too_costly'],
    ['a'.repeat(101), 'length'],
  ])('refuses %j as %s', (pattern, code) => {
    expect(faultOf(pattern)).toBe(code);
  });

  it('takes 100 characters', () => {
    expect(faultOf('a'.repeat(100))).toBeUndefined();
  });

  const long = 'a'.repeat(LIMITS.textBytes);
  it.each([
    ['a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*[bc]', long],
    ['.*.*.*.*.*.*.*.*.*.*.*.*.*.*.*.*[=-]', long],
    ['[ab]{0,15}[ab]{0,15}[ab]{0,15}[ab]{0,15}[ab]{0,15}[ab]{0,15}[cd]', 'ab'.repeat(LIMITS.textBytes / 2)],
    ['[a-z]{1,120}[0-9]', `${'a'.repeat(130)} `.repeat(500)],
    ['a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+[xy]', `${long}x`],
    ['\\b\\w+\\b\\w+[^a-z]', long],
    ['a|aa|aaa|aaaa|a+[bc]', long],
  ])('stays linear: %s over 64 KiB ends at once', (pattern, text) => {
    const started = performance.now();
    valueOf(pattern, text);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
