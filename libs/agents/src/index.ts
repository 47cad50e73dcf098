export type {
  AgentConfig,
  LlmAgentConfig,
  Script,
  ScriptAgentConfig,
  ScriptRule,
  ScriptToolCall,
  WebhookAgentConfig,
} from './agent-config';
export type { AgentParts } from './agent-parts';
export type {
  AgentCall,
  BeginningCall,
  CallLedger,
  CallOutcome,
  EarlierToolCall,
  SettledCall,
  ToolCallRecord,
} from './call-ledger';
export type { ConfigFault, ConfigFaultCode } from './config-faults';
export { createBrandAgent, createTrialAgent } from './create-brand-agent';
export { AgentFailure } from './port';
export type {
  AgentAnswer,
  AgentDelegation,
  AgentFailureCode,
  AgentTurn,
  AgentUser,
  BrandAgent,
  HistoryEntry,
  StepUp,
} from './port';
export type { SealedHeaders, SealedSecret, SecretPlace } from './sealed-secrets';
export {
  type StoredAgentConfig,
  type StoredLlmAgent,
  type StoredWebhookAgent,
  openAgentConfig,
  sealAgentConfig,
} from './stored-agent-config';
export { readAgentConfig } from './read-agent-config';
export { readTool, toolAddress } from './tools/read-tool';
export { type StoredTool, type StoredToolHttp, openTool, sealTool } from './tools/stored-tool';
export type { BrandTools, CardScope, RegisteredTool, ToolHttp, ToolMethod } from './tools/tool-config';
export type { ToolErrorCode, ToolFailure, ToolResult, ToolSuccess } from './tools/tool-result';
export type { TrialCall } from './tools/tool-transport';
export {
  type ActiveWebhookKey,
  type RequestSigner,
  type SignableRequest,
  requestSigner,
} from './webhook/request-signer';
