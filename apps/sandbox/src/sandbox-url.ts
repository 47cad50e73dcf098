import type { Settings } from '@surety/platform';

/** Nest token of the sandbox's own origin, as it stands in issuers and addresses. */
export const SANDBOX_URL = Symbol('sandbox URL');

/** The origin by which others reach the sandbox: a setting, else this machine at the port it listens on. */
export const sandboxUrl = (settings: Settings): string =>
  settings.sandboxUrl ?? `http://localhost:${settings.port}`;
