export { AdminApi, type CreatedBrand, NO_LIMITS, scriptAgent, webhookAgent } from './stack/admin-api';
export { type Question, ask } from './stack/ask';
export { BrandEndpoint } from './stack/brand-endpoint';
export { comparable } from './stack/comparable';
export { RegisteredAgent, sandboxBrand, sandboxToken } from './stack/registered-agent';
export { type SandboxBrand, type StackDescriptor, readStack, replicaOrigins } from './stack/stack-descriptor';
export { until } from './stack/until';
