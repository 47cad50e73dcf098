import type { CallLedger } from '../call-ledger';
import type { AgentTurn } from '../port';
import type { RegisteredTool } from '../tools/tool-config';
import { type AnsweredCall, trialTools } from '../tools/tool-run';
import { turnBody } from './turn-body';

const TURN: AgentTurn = {
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
const TOOL: RegisteredTool = {
  name: 'lookup_orders',
  description: 'Looks up.',
  parameters: { type: 'object' },
  scopes: ['orders:read'],
  effect: 'read',
  enabled: true,
  http: {
    method: 'GET',
    url: 'https://brand.example/orders',
    headers: { 'X-Key': 'canary' },
    tokenHeader: 'Authorization',
    timeoutSeconds: 10,
  },
};
const HISTORY = [
  { role: 'user' as const, text: 'Hi', atMs: 1_790_769_500_001 },
  { role: 'agent' as const, text: 'Hello.', atMs: 1_790_769_500_900 },
];

const bodyOf = (turn: AgentTurn, tools: RegisteredTool[], results: AnsweredCall[] = [], resumed = false) => {
  const scopes = [{ id: 'orders:read', description: 'See orders' }];
  const run = trialTools({ tools, scopes }, () => undefined)(turn, {} as CallLedger, AbortSignal.abort());
  const content = { step: 2, attempt: 3, resumed, history: HISTORY, tools: run, results };
  return turnBody(turn, content).toString('utf8');
};

const HEAD =
  '{"type":"turn","version":1,"brandId":"b-1","turnId":"tn_1","step":2,"attempt":3,"resumed":false,' +
  '"contextId":"c-1","messageId":"m-001","turnNumber":3,';
const MIDDLE =
  '"text":"Where is my \\"café\\" order? 😀",' +
  '"receivedAt":"2026-09-30T12:00:00.000Z","deadline":"2026-09-30T12:00:30.000Z",' +
  '"history":[{"role":"user","text":"Hi","at":"2026-09-30T11:58:20.001Z"},' +
  '{"role":"agent","text":"Hello.","at":"2026-09-30T11:58:20.900Z"}],';

describe('body of a delivery (PACT wire 5.1)', () => {
  it('has the published members in the published order and nothing of a delegated turn', () => {
    expect(bodyOf(TURN, [])).toBe(
      `${HEAD}"user":{"id":"u_0123456789abcdefghijkl","personalAgent":"https://pa.example.com","scopes":[]},` +
        `${MIDDLE}"tools":[],"toolResults":[]}`,
    );
  });

  it('names Brand user, grant, tools and results of a delegated turn, and never a token or a secret', () => {
    const delegation = {
      token: 'canary',
      grantId: 'a2agrant_1',
      brandUserId: 'jane-4471',
      scopes: ['orders:read'],
    };
    const results: AnsweredCall[] = [
      { callId: 'c1', tool: 'lookup_orders', result: { ok: true, status: 200, result: {} }, replayed: true },
      {
        callId: 'c2',
        tool: 'cancel_order',
        result: { ok: false, error: { code: 'timeout', message: 'No.' } },
        replayed: false,
      },
      {
        callId: 'c3',
        tool: 'cancel_order',
        result: {
          ok: false,
          status: 409,
          error: { code: 'rejected', message: 'No.', body: { why: 'sent' } },
        },
        replayed: false,
      },
    ];
    expect(bodyOf({ ...TURN, delegation }, [TOOL], results)).toBe(
      `${HEAD}"user":{"id":"u_0123456789abcdefghijkl","personalAgent":"https://pa.example.com",` +
        `"brandUserId":"jane-4471","grantId":"a2agrant_1","scopes":["orders:read"]},${MIDDLE}` +
        '"tools":[{"name":"lookup_orders","description":"Looks up.","parameters":{"type":"object"},' +
        '"scopes":["orders:read"],"available":true}],' +
        '"toolResults":[{"id":"c1","tool":"lookup_orders","ok":true,"status":200,"result":{},"replayed":true},' +
        '{"id":"c2","tool":"cancel_order","ok":false,"error":{"code":"timeout","message":"No."},"replayed":false},' +
        '{"id":"c3","tool":"cancel_order","ok":false,"status":409,' +
        '"error":{"code":"rejected","message":"No.","body":{"why":"sent"}},"replayed":false}]}',
    );
  });

  it('lists tools on an identity turn as not available, unless they need no scope (P14)', () => {
    const listed = JSON.parse(
      bodyOf(TURN, [TOOL, { ...TOOL, name: 'stores', scopes: [] }], [], true),
    ) as object;
    expect(listed).toMatchObject({
      resumed: true,
      tools: [
        { name: 'lookup_orders', available: false },
        { name: 'stores', available: true },
      ],
    });
  });

  it('does not list a tool that is not enabled', () => {
    expect(bodyOf(TURN, [{ ...TOOL, enabled: false }])).toContain('"tools":[]');
  });
});
