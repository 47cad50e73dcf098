import { LIMITS } from '@surety/kernel';
import type { Script, ScriptRule } from '../agent-config';
import { isBlank } from '../answer-text';
import { type ConfigFaults, join } from '../config-faults';
import { compilePattern } from './extract-pattern';
import { VALUE_NAME, parseReply } from './reply-template';
import { wordsOf } from './word-match';

const SCRIPT_MEMBERS = ['rules', 'fallback'];
const RULE_MEMBERS = ['any', 'all', 'extract', 'tools', 'reply', 'close'];
const REPLY_BYTES = { min: 1, max: LIMITS.textBytes };
const PATTERN_BYTES = { min: 1, max: 4 * LIMITS.scriptPatternCharacters };

/**
 * Reads the `script` of an agent (PACT wire 5.4) from untrusted JSON, defaults filled in. Faults go to `faults` with
 * their paths; undefined when there was one. Before delegation exists a rule with tools is refused (PACT wire §9).
 */
export function readScript(value: unknown, path: string, faults: ConfigFaults): Script | undefined {
  const before = faults.found.length;
  const script = faults.object(value, path, SCRIPT_MEMBERS);
  if (script === undefined) return undefined;
  const rulesPath = join(path, 'rules');
  const entries = faults.entries(script.rules, rulesPath, { min: 0, max: LIMITS.scriptRules }) ?? [];
  const rules = entries.map((rule, i) => readRule(rule, join(rulesPath, i), faults));
  const fallback = readReply(script.fallback, join(path, 'fallback'), new Set(), faults);
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
  const reply = readReply(rule.reply, join(path, 'reply'), new Set(Object.keys(extract)), faults);
  const close = faults.flag(rule.close, join(path, 'close'), false);
  refuseTools(rule.tools, join(path, 'tools'), faults);
  if (reply === undefined || close === undefined) return undefined;
  return { any, all, extract, reply, close };
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
  known: ReadonlySet<string>,
  faults: ConfigFaults,
): string | undefined {
  const text = faults.text(value, path, REPLY_BYTES);
  if (text === undefined) return undefined;
  if (isBlank(text)) return faults.add(path, 'blank', 'must not be blank');
  const template = parseReply(text);
  if (!template.ok) {
    return faults.add(path, 'placeholder', `must hold {{name}} at character ${template.error + 1}`);
  }
  const unknown = template.value.names.find(name => !known.has(name));
  if (unknown === undefined) return text;
  return faults.add(path, 'unknown_placeholder', `names {{${unknown}}}, which no extract of this rule gives`);
}

function refuseTools(value: unknown, path: string, faults: ConfigFaults): void {
  const tools = value === undefined ? [] : faults.entries(value, path, { min: 0, max: Infinity });
  if (tools !== undefined && tools.length > 0) {
    faults.add(path, 'unsupported', 'tools are not available on this deployment');
  }
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
