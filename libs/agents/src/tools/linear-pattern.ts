import { LIMITS } from '@surety/kernel';
import { RE2JS, RE2JSSyntaxException } from 're2js';

/** A pattern of a schema that is no valid one, or that only a backtracking engine could match. */
export class PatternRefused extends Error {
  override readonly name = 'PatternRefused';
}

/** What ajv asks of a compiled pattern; `toString` tells patterns apart in the code that it generates. */
interface CompiledPattern {
  test(text: string): boolean;
  toString(): string;
}

/**
 * Compiles the patterns of one schema for ajv with RE2, whose time is linear in the text, so that no schema can hang a turn.
 * Throws PatternRefused for a pattern RE2 does not know, and when all patterns together repeat too much.
 */
export function linearPatterns(): { (pattern: string): CompiledPattern; code: string } {
  let instructions = 0;
  const compile = (pattern: string): CompiledPattern => {
    const compiled = compileRe2(pattern);
    instructions += compiled.programSize();
    if (instructions > LIMITS.scriptInstructions) throw new PatternRefused('its patterns repeat too much');
    return { test: text => compiled.matcher(text).find(), toString: () => pattern };
  };
  return Object.assign(compile, { code: 'linearPattern' });
}

function compileRe2(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) {
      throw new PatternRefused('it has a pattern without a linear reading', { cause: error });
    }
    throw error;
  }
}
