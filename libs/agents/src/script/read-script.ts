import { LIMITS } from '@surety/kernel';
import type { Script, ScriptRule, ScriptToolCall } from '../agent-config';
import { isBlank } from '../answer-text';
import { type ConfigFaults, join } from '../config-faults';
import { compilePattern } from './extract-pattern';
import { VALUE_NAME, headOf, parseReply } from './reply-template';
import { namesInArguments, readArguments } from './rule-arguments';
import { wordsOf } from './word-match';

const SCRIPT_MEMBERS = ['rules', 'fallback'];
const RULE_MEMBERS = ['any', 'all', 'extract', 'tools', 'reply', 'close'];
const CALL_MEMBERS = ['tool', 'arguments'];
const REPLY_BYTES = { min: 1, max: LIMITS.textBytes };
const PATTERN_BYTES = { min: 1, max: 4 * LIMITS.scriptPatternCharacters };

/** What placeholders of a rule may name: what its patterns find, and the tools it has called so far. */
interface KnownNames {
  readonly extracts: ReadonlySet<string>;
  readonly tools: Set<string>;
}

const NOTHING_KNOWN: KnownNames = { extracts: new Set(), tools: new Set() };

/**
 * Reads the `script` of an agent (PACT wire 5.4) from untrusted JSON, defaults filled in. Faults go to `faults` with
 * their paths; undefined when there was one. Whether the tools that rules name exist is not asked: a Brand gets its agent
 * before its tools.
 */
export function readScript(value: unknown, path: string, faults: ConfigFaults): Script | undefined {
  const before = faults.found.length;
  const script = faults.object(value, path, SCRIPT_MEMBERS);
  if (script === undefined) return undefined;
  const rulesPath = join(path, 'rules');
  const entries = faults.entries(script.rules, rulesPath, { min: 0, max: LIMITS.scriptRules }) ?? [];
  const rules = entries.map((rule, i) => readRule(rule, join(rulesPath, i), faults));
  const fallback = readReply(script.fallback, join(path, 'fallback'), NOTHING_KNOWN, faults);
  checkCost(rules, rulesPath, faults);
  if (faults.found.length > before || fallback === undefined) return undefined;
  return { rules: rules.filter(rule => rule !== undefined), fallback };
}

function readRule(value: unknown, path: string, faults: ConfigFaults): ScriptRule | undefined {
  const rule = faults.object(value, path, RULE_MEMBERS);
  if (rule === undefined) return undefined;
  const any = readWords(rule.any, join(path, 'any'), faults);
  const all = readWords(rule.all, join(path, 'all'), faults);
  const extract = readExtract(rule.extract, join(path, 'extract'), faults);
  const known = { extracts: new Set(Object.keys(extract)), tools: new Set<string>() };
  const tools = readTools(rule.tools, join(path, 'tools'), known, faults);
  const reply = readReply(rule.reply, join(path, 'reply'), known, faults);
  const close = faults.flag(rule.close, join(path, 'close'), false);
  if (reply === undefined || close === undefined) return undefined;
  return { any, all, extract, tools, reply, close };
}

function readWords(value: unknown, path: string, faults: ConfigFaults): string[] {
  const bounds = { min: 0, max: LIMITS.scriptWordsPerList };
  const entries = value === undefined ? [] : (faults.entries(value, path, bounds) ?? []);
  return entries.flatMap((entry, i) => {
    const word = faults.text(entry, join(path, i), { min: 1, max: LIMITS.scriptWordBytes });
    if (word === undefined) return [];
    if (wordsOf(word).length > 0) return [word];
    return faults.add(join(path, i), 'words', 'must hold a letter or a digit') ?? [];
  });
}

function readExtract(value: unknown, path: string, faults: ConfigFaults): Record<string, string> {
  const patterns: Record<string, string> = {};
  const members = value === undefined ? {} : (faults.map(value, path) ?? {});
  const names = Object.keys(members);
  if (names.length > LIMITS.scriptExtractsPerRule) {
    faults.add(path, 'count', `must have at most ${LIMITS.scriptExtractsPerRule} members`);
    return patterns;
  }
  for (const name of names) {
    const pattern = readPattern(members[name], join(path, name), faults);
    if (!VALUE_NAME.test(name)) {
      faults.add(join(path, name), 'name', 'must be a letter, then up to 63 letters, digits, underscores');
    } else if (pattern !== undefined) patterns[name] = pattern;
  }
  return patterns;
}

function readPattern(value: unknown, path: string, faults: ConfigFaults): string | undefined {
  const pattern = faults.text(value, path, PATTERN_BYTES);
  if (pattern === undefined) return undefined;
  const compiled = compilePattern(pattern);
  return compiled.ok ? pattern : faults.add(path, compiled.error.code, compiled.error.message);
}

function readReply(
  value: unknown,
  path: string,
  known: KnownNames,
  faults: ConfigFaults,
): string | undefined {
  const text = faults.text(value, path, REPLY_BYTES);
  if (text === undefined) return undefined;
  if (isBlank(text)) return faults.add(path, 'blank', 'must not be blank');
  const template = parseReply(text);
  if (!template.ok) {
    return faults.add(path, 'placeholder', `must hold {{name}} at character ${template.error + 1}`);
  }
  const unknown = unknownName(template.value.names, known);
  if (unknown === undefined) return text;
  return faults.add(path, 'unknown_placeholder', `names {{${unknown}}}, which this rule does not give`);
}

/** Each call, noted in `known`, may use what the text holds and what the calls before it gave; a tool stands in a rule once. */
function readTools(
  value: unknown,
  path: string,
  known: KnownNames,
  faults: ConfigFaults,
): readonly ScriptToolCall[] {
  const bounds = { min: 0, max: LIMITS.scriptToolsPerRule };
  const entries = value === undefined ? [] : (faults.entries(value, path, bounds) ?? []);
  const calls: ScriptToolCall[] = [];
  for (const [i, entry] of entries.entries()) {
    const call = readCall(entry, join(path, i), known, faults);
    if (call === undefined) continue;
    known.tools.add(call.tool);
    calls.push(call);
  }
  return calls;
}

function readCall(
  value: unknown,
  path: string,
  known: KnownNames,
  faults: ConfigFaults,
): ScriptToolCall | undefined {
  const call = faults.object(value, path, CALL_MEMBERS);
  if (call === undefined) return undefined;
  const tool = faults.text(call.tool, join(path, 'tool'), { min: 1, max: LIMITS.toolNameCharacters });
  const args = readArguments(call.arguments, join(path, 'arguments'), faults);
  if (tool === undefined || args === undefined) return undefined;
  if (!VALUE_NAME.test(tool)) return faults.add(join(path, 'tool'), 'name', 'is no name of a tool');
  if (known.extracts.has(tool) || known.tools.has(tool))
    return faults.add(join(path, 'tool'), 'repeated', 'has a name that this rule has already');
  const unknown = unknownName(namesInArguments(args), known);
  if (unknown === undefined) return { tool, arguments: args };
  const message = `names {{${unknown}}}, which nothing before this call gives`;
  return faults.add(join(path, 'arguments'), 'unknown_placeholder', message);
}

/** The first placeholder that nothing gives; only tools have members. */
function unknownName(names: readonly string[], { extracts, tools }: KnownNames): string | undefined {
  return names.find(name => !extracts.has(name) && !tools.has(headOf(name)));
}

/** All distinct patterns of a script together are what one message may cost, since each runs at most once. */
function checkCost(rules: readonly (ScriptRule | undefined)[], path: string, faults: ConfigFaults): void {
  const patterns = new Set(rules.flatMap(rule => Object.values(rule?.extract ?? {})));
  let instructions = 0;
  for (const pattern of patterns) {
    const compiled = compilePattern(pattern);
    if (compiled.ok) instructions += compiled.value.programSize();
  }
  if (instructions > LIMITS.scriptInstructions) {
    faults.add(path, 'pattern_too_costly', 'the patterns of all rules together repeat too much');
  }
}
