import 'reflect-metadata';
import { join } from 'node:path';
import { type ValidationError, validateSync } from 'class-validator';
import { Settings } from './settings';
import { variableBindings } from './variable.decorator';

/** The environment as Node gives it. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The port that the first process of a stack listens on (PACT wire §8). */
export const BASE_PORT = 4000;

/** Known variables that other programs read: the mesh (PACT wire §8), the command line, the tests and the start script. */
const READ_ELSEWHERE = [
  'SURETY_MESH_NAMESPACE',
  'SURETY_STACK',
  'SURETY_CARD_URL',
  'SURETY_PA_ISSUER',
  'SURETY_PA_KEY',
  'SURETY_PA_AUDIENCE',
  'SURETY_PA_SUB',
  'SURETY_ADMIN_TOKEN',
  'SURETY_DEBUG',
  'SURETY_TEST_DATABASE_URL',
  'SURETY_TEST_REDIS_URL',
  'SURETY_TRACE',
];

/** Every fault of the environment at once: `faults` has one line for each variable. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  constructor(readonly faults: readonly string[]) {
    super(`invalid settings:\n${faults.map(fault => `  ${fault}`).join('\n')}`);
  }
}

/**
 * Reads and checks all settings of a process (PACT wire §8). In: the environment, where an empty variable counts as
 * absent, and the port offset of the app in a stack (0 provider, 1 admin), which gives its default port.
 * Out: one frozen object. Throws {@link SettingsError} with every fault.
 */
export function readSettings(env: Environment, portOffset = 0): Settings {
  const settings = new Settings();
  settings.port = BASE_PORT + portOffset;
  for (const [member, { variable, convert }] of variableBindings()) {
    const text = env[variable];
    if (text !== undefined && text !== '') Object.assign(settings, { [member]: convert(text) });
  }
  settings.publicUrl ??= defaultPublicUrl(settings.port - portOffset);
  settings.deploymentKeyFile ??= join(settings.dataDir, 'deployment.key');
  const faults = validateSync(settings, { forbidUnknownValues: true }).map(faultLine);
  if (faults.length === 0) faults.push(...contradictions(settings, env));
  if (faults.length > 0) throw new SettingsError(faults);
  for (const value of Object.values(settings)) if (Array.isArray(value)) Object.freeze(value);
  return Object.freeze(settings);
}

/** Names of `SURETY_*` variables that no setting reads, sorted: most often a typing error that each app prints. */
export function unknownSettings(env: Environment): string[] {
  const known = new Set(READ_ELSEWHERE);
  for (const { variable } of variableBindings().values()) known.add(variable);
  return Object.keys(env)
    .filter(name => name.startsWith('SURETY_') && !known.has(name))
    .sort();
}

/** The origin at the base port of the stack; at the standard one when the port itself is at fault. */
function defaultPublicUrl(base: number): string {
  const derived = `http://localhost:${base}`;
  return URL.canParse(derived) ? new URL(derived).origin : `http://localhost:${BASE_PORT}`;
}

/** Settings that are valid each for itself, but not together. */
function contradictions(settings: Settings, env: Environment): string[] {
  const faults: string[] = [];
  if (settings.deploymentKey && env['SURETY_DEPLOYMENT_KEY_FILE']) {
    faults.push('SURETY_DEPLOYMENT_KEY and SURETY_DEPLOYMENT_KEY_FILE exclude each other');
  }
  if (settings.graceSeconds < settings.drainSeconds) {
    faults.push('SURETY_GRACE_SECONDS must not be less than SURETY_DRAIN_SECONDS');
  }
  return faults;
}

/** `VARIABLE what is wrong`; the value is left out, since it may be a secret. */
function faultLine(error: ValidationError): string {
  const variable = variableBindings().get(error.property)?.variable ?? error.property;
  const messages = Object.values(error.constraints ?? {});
  return `${variable} ${messages.map(message => message.replace(`${error.property} `, '')).join('; ')}`;
}
