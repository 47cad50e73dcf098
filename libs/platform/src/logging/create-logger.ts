import { type Logger, pino } from 'pino';
import { redact, redactText } from './redact';

export type { Logger } from 'pino';

/** Injection token of the process's {@link Logger}. */
export const LOGGER = Symbol('LOGGER');

/**
 * The log of a process: one JSON object a line on standard output, without secrets (`redact`).
 * In: the app's name and the lowest level to write. `destination` stands in for standard output.
 */
export function createLogger(
  app: string,
  level: string,
  destination?: { write(line: string): void },
): Logger {
  const options = {
    level,
    base: { app },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (members: object) => redact(members) as Record<string, unknown>,
    },
    serializers: { err: (error: unknown) => error },
    hooks: { logMethod: redactMessages },
  };
  return destination ? pino(options, destination) : pino(options);
}

type LogMethod = (this: Logger, ...parts: Parameters<Logger['info']>) => void;

/** Messages are texts of our own, but what is put into them may not be. */
function redactMessages(this: Logger, parts: Parameters<Logger['info']>, method: LogMethod): void {
  const clean = parts.map(part => (typeof part === 'string' ? redactText(part) : part));
  method.apply(this, clean as Parameters<Logger['info']>);
}
