import type { BrandAgent } from '@surety/agents';
import type { Settings } from '@surety/platform';
import type { BrandRow } from '@surety/registry';
import type { AgentFactory } from './agent-factory';
import { OpenBrands } from './open-brand';

const settings = {
  publicUrl: 'https://provider.example',
  organization: 'Surety',
  identityScheme: 'paJwt',
} as Settings;
const row = {
  id: 'brand-1',
  name: 'X',
  description: 'X support',
  cardVersion: '1.0.0',
  skills: [],
  scopes: [],
  delegation: null,
  limits: { agentDeadlineSeconds: 30, contextIdleDays: 30 },
} as unknown as BrandRow;

describe('OpenBrands', () => {
  it('P36: knows no closed or unknown Brand', () => {
    expect(new OpenBrands(settings, {} as AgentFactory).prepare(undefined, [])).toBeUndefined();
  });

  it('makes the agent ready once, at the first message', () => {
    const agentOf = jest.fn(() => ({}) as BrandAgent);
    const brand = new OpenBrands(settings, { agentOf } as unknown as AgentFactory).prepare(row, []);
    expect(agentOf).not.toHaveBeenCalled();
    expect(brand?.agent).toBe(brand?.agent);
    expect(agentOf).toHaveBeenCalledTimes(1);
  });

  it('P24: keeps its card when the secrets of its agent do not open', () => {
    const agentOf = () => {
      throw new Error('does not open');
    };
    const brand = new OpenBrands(settings, { agentOf } as unknown as AgentFactory).prepare(row, []);
    expect(JSON.parse(String(brand?.card.bytes))).toMatchObject({ name: 'X' });
    expect(() => brand?.agent).toThrow('does not open');
  });
});
