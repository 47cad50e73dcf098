import type { AgentTurn } from '../port';
import { turnBody } from './turn-body';

describe('body of a delivery (PACT wire 5.1)', () => {
  it('has the published members in the published order and nothing of a delegated turn', () => {
    const turn: AgentTurn = {
      brandId: 'b-1',
      turnId: 'tn_1',
      run: 1,
      contextId: 'c-1',
      messageId: 'm-001',
      turnNumber: 3,
      user: { id: 'u_0123456789abcdefghijkl', personalAgent: 'https://pa.example.com' },
      text: 'Where is my "café" order? 😀',
      receivedAtMs: 1_790_769_600_000,
      deadlineMs: 1_790_769_630_000,
      requestId: 'req-1',
      nextStep: 2,
      history: async () => [],
    };
    const history = [
      { role: 'user' as const, text: 'Hi', atMs: 1_790_769_500_001 },
      { role: 'agent' as const, text: 'Hello.', atMs: 1_790_769_500_900 },
    ];
    expect(turnBody(turn, { step: 2, attempt: 3 }, history).toString('utf8')).toBe(
      '{"type":"turn","version":1,"brandId":"b-1","turnId":"tn_1","step":2,"attempt":3,"resumed":false,' +
        '"contextId":"c-1","messageId":"m-001","turnNumber":3,' +
        '"user":{"id":"u_0123456789abcdefghijkl","personalAgent":"https://pa.example.com","scopes":[]},' +
        '"text":"Where is my \\"café\\" order? 😀",' +
        '"receivedAt":"2026-09-30T12:00:00.000Z","deadline":"2026-09-30T12:00:30.000Z",' +
        '"history":[{"role":"user","text":"Hi","at":"2026-09-30T11:58:20.001Z"},' +
        '{"role":"agent","text":"Hello.","at":"2026-09-30T11:58:20.900Z"}],' +
        '"tools":[],"toolResults":[]}',
    );
  });
});
