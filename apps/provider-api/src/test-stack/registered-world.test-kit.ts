import type { ScriptAgentConfig, StoredAgentConfig } from '@surety/agents';
import { type Settings, readSettings } from '@surety/platform';
import { RegistryWorld, type StubBrand, type TestDatabase } from '@surety/testing';

const SCRIPT: ScriptAgentConfig['script'] = {
  rules: [{ any: ['goodbye'], all: [], extract: {}, tools: [], reply: 'Goodbye.', close: true }],
  fallback: 'The script answers.',
};

/** A database with what an operator registers, for Providers. */
export class RegisteredWorld extends RegistryWorld {
  /** In: a migrated database; by default a fresh one of the test server. */
  static async open(given?: TestDatabase): Promise<RegisteredWorld> {
    return new RegisteredWorld(await RegistryWorld.openDatabase(given));
  }

  /** Logs what a test may look for. */
  override env(more: Readonly<Record<string, string>> = {}): Record<string, string> {
    return super.env({ SURETY_LOG_LEVEL: 'info', ...more });
  }

  settings(more: Readonly<Record<string, string>> = {}): Settings {
    return readSettings(this.env(more));
  }

  /** A Brand whose agent is a script: `goodbye` closes the conversation. Gives its id. */
  scriptBrand({ deadlineSeconds = 30 } = {}): Promise<string> {
    return this.brand({ kind: 'script', script: SCRIPT }, deadlineSeconds);
  }

  /** A Brand whose agent is a stub's webhook. Gives its id. */
  webhookBrand(stub: StubBrand, { idempotent = false, deadlineSeconds = 30 } = {}): Promise<string> {
    return this.brand({ kind: 'webhook', url: stub.url, idempotent, headers: {} }, deadlineSeconds);
  }

  /** A Brand with this agent. Gives its id. */
  brand(agent: StoredAgentConfig, agentDeadlineSeconds = 30): Promise<string> {
    return this.registerBrand({ agent, limits: { agentDeadlineSeconds, contextIdleDays: 30 } });
  }
}
