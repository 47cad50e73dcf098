import { type Result, err, invariant, ok } from '@surety/kernel';
import type { RE2JS } from 're2js';
import type { Script, ScriptRule, ScriptToolCall } from '../agent-config';
import { readAnswerText } from '../answer-text';
import type { AgentAnswer, AgentFailure } from '../port';
import { compilePattern, findValue } from './extract-pattern';
import { type ReplyTemplate, fillReply, parseReply } from './reply-template';
import { namesInArguments } from './rule-arguments';
import { ScriptValues } from './script-values';
import { SpokenWords, wordsOf } from './word-match';

/** How a script answers one message: calls to make in order, then the reply that they allow. */
export interface ScriptPath {
  readonly tools: readonly ScriptToolCall[];
  /** What the patterns found; what the calls give is noted here. */
  readonly values: ScriptValues;
  /** The rule's reply, filled; the fallback where a value that it names is a gap. */
  reply(): Result<AgentAnswer, AgentFailure>;
}

/** A script made ready to answer messages; holds no state between them. */
export interface ScriptProgram {
  pathOf(text: string): ScriptPath;
  readonly fallback: AgentAnswer;
}

interface CompiledRule {
  readonly any: readonly (readonly string[])[];
  readonly all: readonly (readonly string[])[];
  /** The values that the reply or an argument names, with the pattern that finds each. */
  readonly values: readonly { readonly name: string; readonly pattern: RE2JS }[];
  readonly tools: readonly ScriptToolCall[];
  readonly reply: ReplyTemplate;
  readonly close: boolean;
}

/**
 * Compiles a script that `readScript` has passed (PACT wire 5.4). The program goes by the first rule whose words fit and whose
 * texts can be filled: a rule that names a value which the text does not hold is passed over, so that no answer has a
 * gap. No rule fits: the fallback. Throws InvariantViolation for a script that was never validated.
 */
export function compileScript(script: Script): ScriptProgram {
  const patterns = new Map<string, RE2JS>();
  const rules = script.rules.map(rule => compileRule(rule, patterns));
  const fallback = { text: script.fallback, close: false };
  const pathOf = (text: string): ScriptPath => {
    const words = new SpokenWords(text);
    const found = new Map<RE2JS, string | undefined>();
    for (const rule of rules) {
      if (!fits(rule, words)) continue;
      const values = valuesOf(rule, text, found);
      if (values !== undefined) return pathBy(rule, new ScriptValues(values), fallback);
    }
    return { tools: [], values: new ScriptValues(new Map()), reply: () => ok(fallback) };
  };
  return { pathOf, fallback };
}

function compileRule(rule: ScriptRule, patterns: Map<string, RE2JS>): CompiledRule {
  const reply = parseReply(rule.reply);
  invariant(reply.ok, 'a stored script has well-formed placeholders');
  const named = [...reply.value.names, ...rule.tools.flatMap(call => namesInArguments(call.arguments))];
  const values = [...new Set(named)].flatMap(name => {
    const source = Object.hasOwn(rule.extract, name) ? rule.extract[name] : undefined;
    if (source === undefined) return [];
    const pattern = patterns.get(source) ?? compileStored(source);
    patterns.set(source, pattern);
    return [{ name, pattern }];
  });
  return {
    any: rule.any.map(wordsOf),
    all: rule.all.map(wordsOf),
    values,
    tools: rule.tools,
    reply: reply.value,
    close: rule.close,
  };
}

function compileStored(source: string): RE2JS {
  const compiled = compilePattern(source);
  invariant(compiled.ok, 'a stored script has valid patterns');
  return compiled.value;
}

function fits(rule: CompiledRule, words: SpokenWords): boolean {
  if (rule.any.length > 0 && !rule.any.some(phrase => words.have(phrase))) return false;
  return rule.all.every(phrase => words.have(phrase));
}

/** The rule's values, or undefined when the text lacks one; each pattern of the script runs at most once a message. */
function valuesOf(
  rule: CompiledRule,
  text: string,
  found: Map<RE2JS, string | undefined>,
): Map<string, string> | undefined {
  const values = new Map<string, string>();
  for (const { name, pattern } of rule.values) {
    if (!found.has(pattern)) found.set(pattern, findValue(pattern, text));
    const value = found.get(pattern);
    if (value === undefined) return undefined;
    values.set(name, value);
  }
  return values;
}

function pathBy(rule: CompiledRule, values: ScriptValues, fallback: AgentAnswer): ScriptPath {
  const reply = () => {
    const texts = values.textsOf(rule.reply.names);
    return texts === undefined ? ok(fallback) : answer(rule, texts);
  };
  return { tools: rule.tools, values, reply };
}

function answer(rule: CompiledRule, values: ReadonlyMap<string, string>): Result<AgentAnswer, AgentFailure> {
  const filled = fillReply(rule.reply, values);
  if (!filled.ok) return err(filled.error);
  const text = readAnswerText(filled.value);
  return text.ok ? ok({ text: text.value, close: rule.close }) : err(text.error);
}
