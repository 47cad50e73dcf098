import { randomUUID } from 'node:crypto';
import type { A2aAnswer } from '@surety/testing';
import { ask } from './ask';
import { BrandEndpoint } from './brand-endpoint';
import { readStack } from './stack-descriptor';
import { until } from './until';

/** Limits of a personal agent: none, so that suites measure the service. */
export const NO_LIMITS = { perSecond: null, perUserPerSecond: null };

/** A Brand that a suite created. */
export interface CreatedBrand {
  readonly id: string;
  readonly name: string;
  readonly cardUrl: string;
  readonly interfaceUrl: string;
  readonly endpoint: BrandEndpoint;
}

/** What an operator does, over HTTP (PACT wire 6). */
export class AdminApi {
  /** Any request; the answer as it is. */
  request(method: string, path: string, body?: unknown): Promise<A2aAnswer> {
    const { url, token } = readStack().admin;
    return ask(`${url}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  }

  /** A request that has to succeed; its JSON. */
  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const { status, text } = await this.request(method, path, body);
    if (status !== 200 && status !== 201) throw new Error(`${method} ${path} answered ${status}: ${text}`);
    return JSON.parse(text) as T;
  }

  /** Creates a Brand and waits until it is served. */
  async createBrand(agent: object, more: Readonly<Record<string, unknown>> = {}): Promise<CreatedBrand> {
    const body = { name: `Brand ${randomUUID()}`, agent, ...more };
    const brand = await this.call<Omit<CreatedBrand, 'endpoint'>>('POST', '/brands', body);
    const endpoint = new BrandEndpoint(brand.interfaceUrl);
    await until(async () => (await ask(endpoint.cardUrl)).status === 200);
    return { ...brand, endpoint };
  }

  /** Registers a personal agent and gives its id and its audience. */
  registerPersonalAgent(
    issuer: string,
    jwksUri: string,
    more: Readonly<Record<string, unknown>> = {},
  ): Promise<{ readonly id: string; readonly audience: string }> {
    const body = { name: `PA ${issuer}`, issuer, jwksUri, limits: NO_LIMITS, ...more };
    return this.call('POST', '/personal-agents', body);
  }
}

/** A script agent that answers any text with this, and closes the conversation at the word `goodbye`. */
export function scriptAgent(fallback: string): object {
  const rules = [{ any: ['goodbye'], reply: 'Goodbye.', close: true }];
  return { kind: 'script', script: { rules, fallback } };
}

/** A webhook agent at this address. */
export function webhookAgent(url: string, more: Readonly<Record<string, unknown>> = {}): object {
  return { kind: 'webhook', url, ...more };
}
