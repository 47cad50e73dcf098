export type { AgentConfig, Script, ScriptAgentConfig, ScriptRule, WebhookAgentConfig } from './agent-config';
export type { ConfigFault, ConfigFaultCode } from './config-faults';
export { type AgentParts, createBrandAgent } from './create-brand-agent';
export { AgentFailure } from './port';
export type {
  AgentAnswer,
  AgentCall,
  AgentFailureCode,
  AgentTurn,
  AgentUser,
  BrandAgent,
  CallLedger,
  CallOutcome,
  HistoryEntry,
} from './port';
export {
  type AgentSecretPlace,
  type SealedSecret,
  type StoredAgentConfig,
  type StoredWebhookAgent,
  openAgentConfig,
  sealAgentConfig,
} from './stored-agent-config';
export { readAgentConfig } from './read-agent-config';
export {
  type ActiveWebhookKey,
  type RequestSigner,
  type SignableRequest,
  requestSigner,
} from './webhook/request-signer';
