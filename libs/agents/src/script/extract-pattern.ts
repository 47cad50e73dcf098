import { LIMITS, type Result, err, ok } from '@surety/kernel';
import { RE2JS, RE2JSSyntaxException } from 're2js';
import type { ConfigFaultCode } from '../config-faults';

/** Why a pattern is refused. */
export type PatternFault = { readonly code: ConfigFaultCode; readonly message: string };

const LETTER_ESCAPES = 'dDwWsSbBtnrfvpP';
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/**
 * Compiles a pattern of at most 100 characters without groups, backreferences and lookaround (PACT wire 5.4).
 * RE2 matches it in time linear in the text, and the size of its program is bounded, so no pattern can hang a turn.
 */
export function compilePattern(pattern: string): Result<RE2JS, PatternFault> {
  if (pattern.length > LIMITS.scriptPatternCharacters) {
    return err({ code: 'length', message: `must have at most ${LIMITS.scriptPatternCharacters} characters` });
  }
  const refused = refusedSyntax(pattern);
  if (refused !== undefined) return err(refused);
  const compiled = compileRe2(pattern);
  if (compiled === undefined) return err({ code: 'pattern', message: 'is no valid pattern' });
  if (compiled.programSize() > LIMITS.scriptPatternInstructions) {
    return err({ code: 'pattern_too_costly', message: 'repeats too much; use smaller counts' });
  }
  if (compiled.testExact('')) {
    return err({ code: 'pattern_matches_nothing', message: 'must not match an empty text' });
  }
  return ok(compiled);
}

/** The leftmost match in the searched part of the text; an empty match is no value. */
export function findValue(pattern: RE2JS, text: string): string | undefined {
  const matcher = pattern.matcher(text.slice(0, LIMITS.scriptSearchedCharacters));
  return matcher.find() ? matcher.group() || undefined : undefined;
}

function compileRe2(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) return undefined;
    throw error;
  }
}

/** What RE2 would take but the wire excludes, and spellings that JavaScript and RE2 read differently. */
function refusedSyntax(pattern: string): PatternFault | undefined {
  let inClass = false;
  for (let i = 0; i < pattern.length; i += 1) {
    const character = pattern.charAt(i);
    if (character === '\\') {
      i += 1;
      const refused = refusedEscape(pattern.charAt(i));
      if (refused !== undefined) return refused;
    } else if (inClass) {
      if (character === '[') return { code: 'pattern', message: 'must escape [ inside a class' };
      inClass = character !== ']';
    } else if (character === '(' || character === ')') {
      return { code: 'pattern_groups', message: 'must not use groups or lookaround' };
    } else if (character === '[') {
      inClass = true;
      if (pattern.charAt(i + 1) === '^') i += 1;
      if (pattern.charAt(i + 1) === ']') return { code: 'pattern', message: 'must not use an empty class' };
    }
  }
  return undefined;
}

function refusedEscape(character: string): PatternFault | undefined {
  if (/[0-9k]/.test(character)) {
    return { code: 'pattern_backreference', message: 'must not use backreferences' };
  }
  if (LETTER_OR_DIGIT.test(character) && !LETTER_ESCAPES.includes(character)) {
    return { code: 'pattern', message: 'uses an unknown escape' };
  }
  return undefined;
}
