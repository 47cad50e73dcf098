export { type BrandBody, type PersonalAgentBody, type SandboxSeed, sandboxSeed } from './seed/sandbox-seed';
