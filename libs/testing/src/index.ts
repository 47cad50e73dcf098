export {
  type A2aAnswer,
  type ReceivedReply,
  assertBare401,
  assertBare404,
  assertEnvelope,
  assertMethodNotAllowed,
  assertRateLimited,
  assertReply,
  readA2aAnswer,
} from './a2a-answer';
export { type BrandLogin, type ConsentEnding, approveByForms, logInByForm } from './approve-by-forms';
export { type DraftMessage, type DraftPart, sendMessageBody, userMessage } from './a2a-message';
export { type BadPaJwt, badPaJwts } from './pa-jwt-corpus/bad-pa-jwts';
export { type GoodPaJwt, goodPaJwts } from './pa-jwt-corpus/good-pa-jwts';
export { type PaJwtDraft, PaJwtWriter } from './pa-jwt-corpus/pa-jwt-draft';
export { type PaJwtWorld, makePaJwtWorld } from './pa-jwt-corpus/pa-jwt-world';
export { type StubAnswer, StubAuthorizationServer, type StubDecision } from './stub-authorization-server';
export {
  type ScriptedAnswer,
  StubDelegatedBrand,
  type StubReceipt,
  type StubRequest,
} from './stub-delegated-brand';
export {
  type StubBehaviour,
  StubBrand,
  type StubBrandOptions,
  type StubDelivery,
  type StubTurn,
} from './stub-brand';
export { type AssertionDraft, StubBrandLogin, type StubBrandUser } from './stub-brand-login';
export { type StubReply, says } from './stub-brand-reply';
export {
  type StubCompletionRequest,
  StubChatCompletions,
  type StubModelBehaviour,
  type StubModelCall,
  callsFunctions,
  completes,
} from './stub-chat-completions';
export { type JwksBehaviour, StubPersonalAgent, type StubTokenClaims } from './stub-personal-agent';
export {
  type RegistryDatabase,
  type TestDatabase,
  emptyDatabase,
  registryDatabase,
  testDatabase,
} from './test-database';
export { type StubToolBehaviour, type StubToolCall, StubToolApi } from './stub-tool-api';
export { TcpGate } from './tcp-gate';
export {
  NO_LIMITS,
  RegistryWorld,
  WORLD_DEPLOYMENT_KEY,
  WORLD_PUBLIC_URL,
  type WorldDatabase,
} from './registry-world';
