export type { DelegatedBrandSeed, ToolBody } from './seed/delegated-brand-seed';
export { type DemoLogin, makeDemoLogin } from './login/demo-login';
export { type BrandBody, type PersonalAgentBody, type SandboxSeed, sandboxSeed } from './seed/sandbox-seed';
