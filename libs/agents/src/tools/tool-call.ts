import { type JsonObject, LIMITS, type Result, err, isJsonObject, ok } from '@surety/kernel';
import { argsHash } from '@surety/tokens';
import type { ToolCallRecord } from '../call-ledger';
import { iJsonFault } from '../json-value';
import { judgeOf } from './parameters-schema';
import { toolFailure } from './tool-answer';
import type { RegisteredTool } from './tool-config';
import { type ToolRequest, toolRequest } from './tool-request';
import type { ToolFailure } from './tool-result';

/** A call as an agent asks for it; nothing of it is trusted. */
export interface AskedCall {
  /** 1 to 64 of `A-Za-z0-9_-`. */
  readonly callId: string;
  readonly tool: string;
  readonly args: unknown;
}

/** A call whose tool is known and whose arguments fit it. */
export interface ReadyCall {
  readonly callId: string;
  readonly tool: RegisteredTool;
  readonly args: JsonObject;
  readonly request: ToolRequest;
  readonly record: ToolCallRecord;
}

/** Judges a call before anything is sent (PACT wire 5.4): the tool, then its arguments and where they go. */
export function readyCall(
  asked: AskedCall,
  tools: ReadonlyMap<string, RegisteredTool>,
): Result<ReadyCall, ToolFailure> {
  const tool = tools.get(asked.tool);
  if (tool === undefined) return err(toolFailure('unknown_tool'));
  const args = readArguments(asked.args, tool);
  if (!args.ok) return err(toolFailure('invalid_arguments', `The arguments are refused: ${args.error}.`));
  const request = toolRequest(tool, args.value);
  if (!request.ok)
    return err(toolFailure('invalid_arguments', `The arguments are refused: ${request.error}.`));
  const record = { name: tool.name, argsHash: argsHash(args.value), scopes: tool.scopes };
  return ok({ callId: asked.callId, tool, args: args.value, request: request.value, record });
}

/** The tools that agents may know of, by name. */
export function enabledTools(tools: readonly RegisteredTool[]): ReadonlyMap<string, RegisteredTool> {
  return new Map(tools.filter(tool => tool.enabled).map(tool => [tool.name, tool]));
}

function readArguments(value: unknown, tool: RegisteredTool): Result<JsonObject, string> {
  if (!isJsonObject(value)) return err('they are no JSON object');
  const fault = iJsonFault(value);
  if (fault !== undefined) return err(`the object ${fault}`);
  if (Buffer.byteLength(JSON.stringify(value)) > LIMITS.toolArgumentsBytes) {
    return err(`they have more than ${LIMITS.toolArgumentsBytes} bytes`);
  }
  const judged = judgeOf(tool.parameters)(value);
  return judged.ok ? ok(value) : judged;
}
