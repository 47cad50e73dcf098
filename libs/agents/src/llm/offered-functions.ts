import { type JsonObject, LIMITS, isJsonObject, isStorable, parseJson } from '@surety/kernel';
import { isBlank } from '../answer-text';
import { REQUEST_PERMISSION } from '../tools/read-tool';
import type { ScopeView } from '../tools/scope-view';
import type { RegisteredTool } from '../tools/tool-config';

/** A function as chat completions offer it. */
export interface ChatFunction {
  readonly type: 'function';
  readonly function: { readonly name: string; readonly description: string; readonly parameters: JsonObject };
}

/** A permission that a model asks for. */
export interface AskedPermission {
  readonly scopes: readonly string[];
  readonly reason: string | undefined;
}

/** The tools within scope as functions; all others are replaced by one that asks for permission (PACT wire 5.4). */
export function offeredFunctions(
  tools: readonly RegisteredTool[],
  scopes: ScopeView,
): readonly ChatFunction[] {
  const within = tools.filter(tool => scopes.covers(tool.scopes));
  const missing = missingScopes(tools, scopes);
  const functions = within.map(({ name, description, parameters }) =>
    functionOf(name, description, { type: 'object', ...parameters }),
  );
  return missing.length === 0 ? functions : [...functions, permissionFunction(missing, scopes)];
}

/**
 * Reads the arguments of `request_permission`; undefined when they name no scope that is missing. Other names are left out, a
 * reason that is blank is none, and one that is too long is cut.
 */
export function readPermission(
  json: string,
  tools: readonly RegisteredTool[],
  scopes: ScopeView,
): AskedPermission | undefined {
  const args = parseJson(json);
  if (!isJsonObject(args) || !Array.isArray(args.scopes)) return undefined;
  const named: readonly unknown[] = args.scopes;
  const asked = missingScopes(tools, scopes).filter(scope => named.includes(scope));
  if (asked.length === 0) return undefined;
  const { reason } = args;
  if (typeof reason !== 'string' || isBlank(reason) || !isStorable(reason)) {
    return { scopes: asked, reason: undefined };
  }
  return { scopes: asked, reason: [...reason].slice(0, LIMITS.permissionReasonCharacters).join('') };
}

/** What the tools beyond the effective scope need of the User, in card order; tools that nobody can permit are left out. */
function missingScopes(tools: readonly RegisteredTool[], scopes: ScopeView): readonly string[] {
  const others = tools.filter(tool => !scopes.covers(tool.scopes) && scopes.couldCover(tool.scopes));
  return scopes.askable(others.flatMap(tool => tool.scopes));
}

function permissionFunction(missing: readonly string[], { card }: ScopeView): ChatFunction {
  const offered = card.filter(scope => missing.includes(scope.id));
  const list = offered.map(scope => `${scope.id}: ${scope.description}`).join('\n');
  const description = `Asks the user for permission that is missing, and ends your turn. Scopes:\n${list}`;
  return functionOf(REQUEST_PERMISSION, description, {
    type: 'object',
    properties: {
      scopes: { type: 'array', items: { type: 'string', enum: missing }, minItems: 1, uniqueItems: true },
      reason: { type: 'string', maxLength: LIMITS.permissionReasonCharacters },
    },
    required: ['scopes', 'reason'],
    additionalProperties: false,
  });
}

const functionOf = (name: string, description: string, parameters: JsonObject): ChatFunction => ({
  type: 'function',
  function: { name, description, parameters },
});
