import type { AuditEntry, NewBrand, NewPersonalAgent } from './index';

/** An audit entry of a test's own operator about an object. */
export function entry(action: string, id: string, changes: Partial<AuditEntry> = {}): AuditEntry {
  return {
    actor: { id: 'operator-1', role: 'operator' },
    action,
    object: { type: action.split('.')[0] ?? '', id },
    brandId: null,
    before: null,
    after: null,
    reason: null,
    requestId: 'request-1',
    ...changes,
  };
}

export function newPersonalAgent(id: string, changes: Partial<NewPersonalAgent> = {}): NewPersonalAgent {
  return {
    id,
    name: `PA ${id}`,
    issuer: `https://${id}.example`,
    jwksUri: `https://${id}.example/jwks.json`,
    enabled: true,
    limits: { perSecond: 100, burst: 300, perUserPerSecond: 5, perUserBurst: 60 },
    ...changes,
  };
}

export function newBrand(id: string, changes: Partial<NewBrand> = {}): NewBrand {
  return {
    id,
    name: `Brand ${id}`,
    description: `Brand ${id} support`,
    cardVersion: '1.0.0',
    domain: null,
    skills: [{ id: 'support', name: 'Support', description: 'Answers questions.', tags: ['support'] }],
    agent: { kind: 'script', script: { rules: [], fallback: 'Hello' } },
    limits: { agentDeadlineSeconds: 30, contextIdleDays: 30 },
    ...changes,
  };
}

/** Waits for a condition, at most five seconds. */
export async function until(condition: () => boolean): Promise<void> {
  const endMs = performance.now() + 5_000;
  while (!condition()) {
    if (performance.now() > endMs) throw new Error('the condition did not come true in time');
    await new Promise(setImmediate);
  }
}

/** Ids made before and after this sort by time: those of one millisecond have no order. */
export async function nextMillisecond(): Promise<void> {
  const now = Date.now();
  await until(() => Date.now() > now);
}
