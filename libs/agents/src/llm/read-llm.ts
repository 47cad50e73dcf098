import { LIMITS } from '@surety/kernel';
import type { LlmAgentConfig } from '../agent-config';
import { isBlank } from '../answer-text';
import { type ConfigFaults, join } from '../config-faults';
import { readHeaderValue, readUrl } from '../http-settings';

const MEMBERS = ['kind', 'baseUrl', 'model', 'apiKey', 'instructions'];
const MODEL_BYTES = { min: 1, max: 200 };
const INSTRUCTIONS_BYTES = { min: 1, max: LIMITS.modelInstructionsBytes };

/** Reads a model agent (PACT wire §6) from untrusted JSON; whether the address may be called is P25's. */
export function readLlm(value: unknown, path: string, faults: ConfigFaults): LlmAgentConfig | undefined {
  const llm = faults.object(value, path, MEMBERS);
  if (llm === undefined) return undefined;
  const baseUrl = readUrl(llm.baseUrl, join(path, 'baseUrl'), faults);
  const model = readModel(llm.model, join(path, 'model'), faults);
  const apiKey =
    llm.apiKey === undefined ? undefined : readHeaderValue(llm.apiKey, join(path, 'apiKey'), faults);
  const instructions =
    llm.instructions === undefined
      ? undefined
      : faults.text(llm.instructions, join(path, 'instructions'), INSTRUCTIONS_BYTES);
  if (baseUrl === undefined || model === undefined) return undefined;
  return { kind: 'llm', baseUrl, model, apiKey, instructions };
}

function readModel(value: unknown, path: string, faults: ConfigFaults): string | undefined {
  const model = faults.text(value, path, MODEL_BYTES);
  return model !== undefined && isBlank(model) ? faults.add(path, 'blank', 'must not be blank') : model;
}
