export type { AgentConfig, Script, ScriptAgentConfig, ScriptRule, WebhookAgentConfig } from './agent-config';
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
