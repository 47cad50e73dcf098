import { type JsonObject, LIMITS, isJsonObject } from '@surety/kernel';
import { type ConfigFaults, join } from '../config-faults';
import { iJsonFault } from '../json-value';
import { parseReply } from './reply-template';

/** The placeholders in the strings of a call's arguments, at any depth. In: arguments that `readArguments` has passed. */
export function namesInArguments(args: unknown): readonly string[] {
  return stringsIn(args).flatMap(text => {
    const template = parseReply(text);
    return template.ok ? template.value.names : [];
  });
}

/** Reads the arguments of a rule's call: I-JSON of at most 32 KiB whose strings hold well-formed placeholders. */
export function readArguments(value: unknown, path: string, faults: ConfigFaults): JsonObject | undefined {
  if (value === undefined) return {};
  if (!isJsonObject(value)) return faults.add(path, 'type', 'must be an object');
  const fault = iJsonFault(value);
  if (fault !== undefined) return faults.add(path, 'characters', fault);
  if (Buffer.byteLength(JSON.stringify(value)) > LIMITS.toolArgumentsBytes) {
    return faults.add(path, 'length', `must have at most ${LIMITS.toolArgumentsBytes} bytes`);
  }
  for (const [name, member] of Object.entries(value)) {
    if (stringsIn(member).every(text => parseReply(text).ok)) continue;
    return faults.add(join(path, name), 'placeholder', 'must hold {{name}} or {{tool.path}}');
  }
  return value;
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
