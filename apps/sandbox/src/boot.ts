import { type RunningApp, bootApp, readSettings } from '@surety/platform';
import { SandboxModule } from './sandbox.module';

/** Its place in a stack: the port is the base and this (PACT wire §8). */
const PORT_OFFSET = 4;

/** Boots the sandbox from an environment. Throws SettingsError, KeyFileError, or what keeps it from listening. */
export async function bootSandbox(env: Readonly<Record<string, string | undefined>>): Promise<RunningApp> {
  const settings = readSettings(env, PORT_OFFSET);
  return bootApp({ name: 'sandbox', settings, module: SandboxModule, bodies: 'unread' });
}
