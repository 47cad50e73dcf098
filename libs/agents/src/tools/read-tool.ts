import { type JsonObject, LIMITS, type Result, err, isJsonObject, ok } from '@surety/kernel';
import { isBlank } from '../answer-text';
import { type ConfigFault, ConfigFaults, join } from '../config-faults';
import { readHeaderName, readHeaders, readUrl } from '../http-settings';
import { compileParameters } from './parameters-schema';
import type { RegisteredTool, ToolHttp } from './tool-config';
import { isReservedToolHeader } from './tool-headers';
import { type UrlTemplate, fillUrl, parseUrlTemplate } from './url-template';

const MEMBERS = ['name', 'description', 'parameters', 'scopes', 'effect', 'enabled', 'http'];
const HTTP_MEMBERS = ['method', 'url', 'headers', 'tokenHeader', 'timeoutSeconds'];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const TOOL_NAME = /^[a-z][a-z0-9_]{0,63}$/;
/** What stands for the tools that a User has not permitted yet (PACT wire 5.4). */
export const REQUEST_PERMISSION = 'request_permission';
const DEFAULT_TIMEOUT_SECONDS = 10;
const DESCRIPTION_CHARACTERS = 500;
const CARD_SCOPES = 50;

/**
 * Reads a tool of a Brand (PACT wire §6, row `tools`) from untrusted JSON, defaults filled in, unknown members refused. In: the
 * ids of the Brand's scopes in card order, into which the tool's are sorted. Gives every fault with its path; secret header
 * values never stand in a message. Whether the address may be called at all is asked of the egress rules (P25), with `toolAddress`.
 */
export function readTool(
  value: unknown,
  scopeIds: readonly string[],
): Result<RegisteredTool, readonly ConfigFault[]> {
  const faults = new ConfigFaults();
  const tool = readMembers(value, scopeIds, faults);
  return tool === undefined || faults.found.length > 0 ? err(faults.found) : ok(tool);
}

/** An address that this tool calls, its placeholders filled with something, for a check of its host. */
export function toolAddress(tool: { readonly http: { readonly url: string } }): string {
  const template = parseUrlTemplate(tool.http.url);
  const filled = template && sampleOf(template);
  return filled ?? tool.http.url;
}

function readMembers(
  value: unknown,
  scopeIds: readonly string[],
  faults: ConfigFaults,
): RegisteredTool | undefined {
  const tool = faults.object(value, '', MEMBERS);
  if (tool === undefined) return undefined;
  const name = readName(tool.name, faults);
  const description = readDescription(tool.description, faults);
  const parameters = readParameters(tool.parameters, faults);
  const scopes = readScopes(tool.scopes, scopeIds, faults);
  const effect = faults.choice(tool.effect, 'effect', ['read', 'write'], 'write');
  const enabled = faults.flag(tool.enabled, 'enabled', true);
  const http = readHttp(tool.http, faults);
  if (http === undefined || scopes === undefined || effect === undefined || enabled === undefined)
    return undefined;
  if (name === undefined || description === undefined || parameters === undefined) return undefined;
  checkTokenHeader(http, scopes, faults);
  checkPlaceholders(http, parameters, faults);
  return { name, description, parameters, scopes, effect, enabled, http };
}

function readName(value: unknown, faults: ConfigFaults): string | undefined {
  const name = faults.text(value, 'name', { min: 1, max: LIMITS.toolNameCharacters });
  if (name === undefined) return undefined;
  if (!TOOL_NAME.test(name)) {
    return faults.add('name', 'name', 'must be a small letter, then small letters, digits, underscores');
  }
  return name === REQUEST_PERMISSION ? faults.add('name', 'name', 'is taken by the Provider') : name;
}

function readDescription(value: unknown, faults: ConfigFaults): string | undefined {
  const text = faults.text(value, 'description', { min: 1, max: LIMITS.toolDescriptionBytes });
  if (text === undefined) return undefined;
  if (isBlank(text)) return faults.add('description', 'blank', 'must not be blank');
  if (text.length <= DESCRIPTION_CHARACTERS) return text;
  return faults.add('description', 'length', `must have 1 to ${DESCRIPTION_CHARACTERS} characters`);
}

function readParameters(value: unknown, faults: ConfigFaults): JsonObject | undefined {
  if (value === undefined) return faults.add('parameters', 'required', 'is required');
  const compiled = compileParameters(value);
  if (!compiled.ok) return faults.add('parameters', compiled.error.code, compiled.error.message);
  return value as JsonObject;
}

function readScopes(
  value: unknown,
  scopeIds: readonly string[],
  faults: ConfigFaults,
): readonly string[] | undefined {
  const entries = faults.entries(value, 'scopes', { min: 0, max: CARD_SCOPES });
  for (const [i, scope] of entries?.entries() ?? []) {
    const path = join('scopes', i);
    if (typeof scope !== 'string') faults.add(path, 'type', 'must be a string');
    else if (!scopeIds.includes(scope)) faults.add(path, 'unknown_scope', 'is no scope of this Brand');
    else if (entries?.indexOf(scope) !== i) faults.add(path, 'repeated', 'stands here twice');
  }
  return entries && scopeIds.filter(scope => entries.includes(scope));
}

function readHttp(value: unknown, faults: ConfigFaults): ToolHttp | undefined {
  const http = faults.object(value, 'http', HTTP_MEMBERS);
  if (http === undefined) return undefined;
  const method = faults.choice(http.method, 'http.method', METHODS);
  const url = readTemplate(http.url, faults);
  const headers = readHeaders(http.headers, 'http.headers', isReservedToolHeader, faults);
  const tokenHeader = readTokenHeader(http.tokenHeader, faults);
  const bounds = { min: 1, max: LIMITS.toolTimeoutSeconds };
  const timeoutSeconds = faults.whole(
    http.timeoutSeconds,
    'http.timeoutSeconds',
    bounds,
    DEFAULT_TIMEOUT_SECONDS,
  );
  if (method === undefined || url === undefined || headers === undefined) return undefined;
  if (tokenHeader === undefined || timeoutSeconds === undefined) return undefined;
  return { method, url, headers, tokenHeader, timeoutSeconds };
}

function readTemplate(value: unknown, faults: ConfigFaults): string | undefined {
  const url = readUrl(value, 'http.url', faults);
  if (url === undefined) return undefined;
  const template = parseUrlTemplate(url);
  if (template === undefined || /[\s\\]/.test(url)) {
    return faults.add('http.url', 'placeholder', 'must hold {name} in its path only, and no blanks');
  }
  return sampleOf(template) === undefined ? faults.add('http.url', 'url', 'must not climb in its path') : url;
}

function readTokenHeader(value: unknown, faults: ConfigFaults): string | undefined {
  if (value === undefined) return 'Authorization';
  const name = faults.text(value, 'http.tokenHeader', { min: 1, max: LIMITS.webhookHeaderNameCharacters });
  return name && readHeaderName(name, 'http.tokenHeader', isReservedToolHeader, faults);
}

/** A secret header and the User's token cannot stand in the same place. */
function checkTokenHeader(http: ToolHttp, scopes: readonly string[], faults: ConfigFaults): void {
  const token = http.tokenHeader.toLowerCase();
  const taken = Object.keys(http.headers).find(name => name.toLowerCase() === token);
  if (scopes.length === 0 || taken === undefined) return;
  faults.add(join('http.headers', taken), 'repeated_header', 'is the header of the delegation token');
}

/** A placeholder that no argument can fill is a slip; where the schema lets other arguments in, calls decide. */
function checkPlaceholders(http: ToolHttp, parameters: JsonObject, faults: ConfigFaults): void {
  if (parameters.additionalProperties !== false || Object.hasOwn(parameters, 'patternProperties')) return;
  const known = isJsonObject(parameters.properties) ? parameters.properties : {};
  const unknown = parseUrlTemplate(http.url)?.names.find(name => !Object.hasOwn(known, name));
  if (unknown === undefined) return;
  faults.add('http.url', 'unknown_placeholder', `names {${unknown}}, which is no property of parameters`);
}

function sampleOf(template: UrlTemplate): string | undefined {
  const filled = fillUrl(template, Object.fromEntries(template.names.map(name => [name, 'x'])));
  return filled.ok && URL.canParse(filled.value) ? filled.value : undefined;
}
