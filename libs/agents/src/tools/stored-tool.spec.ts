import { UnsealError } from '@surety/tokens';
import { openTool, sealTool } from './stored-tool';
import { someTool } from './tool.test-kit';

const PLACE = { brandId: 'b1', deploymentKey: Buffer.alloc(32, 7) };
const T1 = '2026-01-01T00:00:00.000Z';
const T2 = '2026-01-02T00:00:00.000Z';
const withHeaders = (headers: Record<string, string>, name = 'lookup') =>
  someTool({ name, http: { headers } });

describe('secret headers of a tool at rest (P24)', () => {
  it('come back in clear, and stand nowhere in what is stored', () => {
    const stored = sealTool(withHeaders({ 'X-Key': 'canary' }), PLACE, T1);
    expect(JSON.stringify(stored)).not.toContain('canary');
    expect(openTool(stored, PLACE)).toEqual(withHeaders({ 'X-Key': 'canary' }));
  });

  it('keep seal and time while the value stays, and only then', () => {
    const first = sealTool(withHeaders({ A: '1', B: '2' }), PLACE, T1);
    const second = sealTool(withHeaders({ A: '1', B: '3' }), PLACE, T2, first);
    expect(second.http.headers.A).toBe(first.http.headers.A);
    expect(second.http.headers.B).toMatchObject({ updatedAt: T2 });
  });

  it('do not open under another tool, header, Brand or key', () => {
    const stored = sealTool(withHeaders({ A: '1' }), PLACE, T1);
    const moved = {
      ...stored,
      http: { ...stored.http, headers: { B: stored.http.headers.A ?? { sealed: '', updatedAt: T1 } } },
    };
    expect(() => openTool({ ...stored, name: 'other' }, PLACE)).toThrow(UnsealError);
    expect(() => openTool(moved, PLACE)).toThrow(UnsealError);
    expect(() => openTool(stored, { ...PLACE, brandId: 'b2' })).toThrow(UnsealError);
    expect(() => openTool(stored, { ...PLACE, deploymentKey: Buffer.alloc(32, 8) })).toThrow(UnsealError);
  });
});
