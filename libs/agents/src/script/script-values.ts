import { type JsonObject, isJsonObject, isStorable } from '@surety/kernel';
import type { RegisteredTool } from '../tools/tool-config';
import { fillReply, headOf, parseReply } from './reply-template';

const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;

/** The values of one message for the rule that answers it: what patterns found, and what tools gave so far. */
export class ScriptValues {
  private readonly results = new Map<string, unknown>();

  /** In: what the rule's patterns found in the text, by name. */
  constructor(private readonly found: ReadonlyMap<string, string>) {}

  /** Notes what a tool gave. */
  gave(tool: string, result: unknown): void {
    this.results.set(tool, result);
  }

  /** What a placeholder stands for, as it came: text that was found, or JSON; undefined for a gap. */
  valueOf(placeholder: string): unknown {
    const found = this.found.get(placeholder);
    if (found !== undefined) return found;
    let value = this.results.get(headOf(placeholder));
    for (const member of placeholder.split('.').slice(1)) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, member)) return undefined;
      value = (value as JsonObject)[member];
    }
    return value;
  }

  /** What stands in a text for a placeholder: only plain values have a text; undefined for a gap. */
  textOf(placeholder: string): string | undefined {
    const value = this.valueOf(placeholder);
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    return typeof value === 'string' && isStorable(value) ? value : undefined;
  }

  /** The texts of these placeholders, or undefined when one of them is a gap. */
  textsOf(placeholders: readonly string[]): ReadonlyMap<string, string> | undefined {
    const texts = new Map<string, string>();
    for (const placeholder of placeholders) {
      const text = this.textOf(placeholder);
      if (text === undefined) return undefined;
      texts.set(placeholder, text);
    }
    return texts;
  }
}

/**
 * The arguments of a call with every placeholder filled. One that is a whole string keeps the type of what it stands for, and
 * text that was found becomes a number where the tool's schema wants one. Undefined when there is a gap.
 */
export function fillArguments(
  template: JsonObject,
  values: ScriptValues,
  tool: RegisteredTool | undefined,
): JsonObject | undefined {
  const filled = Object.entries(template).map(([name, value]) => {
    return [name, asWanted(fill(value, values), typeWanted(tool, name), value)] as const;
  });
  if (filled.some(([, value]) => value === undefined)) return undefined;
  return Object.fromEntries(filled);
}

function fill(template: unknown, values: ScriptValues): unknown {
  if (typeof template === 'string') return fillText(template, values);
  if (Array.isArray(template)) {
    const items = template.map(item => fill(item, values));
    return items.includes(undefined) ? undefined : items;
  }
  if (!isJsonObject(template)) return template;
  const members = Object.entries(template).map(([name, value]) => [name, fill(value, values)] as const);
  return members.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(members);
}

function fillText(text: string, values: ScriptValues): unknown {
  const template = parseReply(text);
  if (!template.ok || template.value.names.length === 0) return text;
  const [first = ''] = template.value.names;
  if (text === `{{${first}}}`) return values.valueOf(first);
  const texts = values.textsOf(template.value.names);
  const filled = texts && fillReply(template.value, texts);
  return filled?.ok ? filled.value : undefined;
}

function typeWanted(tool: RegisteredTool | undefined, name: string): unknown {
  const properties = tool?.parameters.properties;
  const property = isJsonObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  return isJsonObject(property) ? property.type : undefined;
}

function asWanted(value: unknown, type: unknown, template: unknown): unknown {
  const numeric = type === 'integer' || type === 'number';
  if (!numeric || value === template || typeof value !== 'string' || !NUMBER.test(value)) return value;
  return Number(value);
}
