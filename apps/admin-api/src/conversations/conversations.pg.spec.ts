import { StubPersonalAgent } from '@surety/testing';
import { AdminStack } from '../admin-stack.test-kit';
import {
  createBrand,
  createPersonalAgent,
  storeConversation,
  storeReceipt,
} from '../whole-api/sample-world.test-kit';

const SECRET_TURNS = [
  {
    text: 'I am jane.doe@mail.example, call +49 30 901820',
    reply: 'Your card 4111 1111 1111 1111 was charged.',
  },
  { text: 'token eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl', reply: 'Thanks.' },
];

describe('/conversations (PACT wire §6)', () => {
  let stack: AdminStack;
  let agent: StubPersonalAgent;
  let owner: { brandId: string; personalAgentId: string };
  beforeAll(async () => {
    stack = await AdminStack.start();
    agent = await StubPersonalAgent.start();
    const { id: brandId } = await createBrand(stack);
    const { id: personalAgentId } = await createPersonalAgent(stack, agent);
    owner = { brandId, personalAgentId };
  });
  afterAll(async () => {
    await agent.stop();
    await stack.stop();
  });

  const reveals = async (id: string) =>
    (await stack.call('GET', `/audit?action=conversation.reveal&objectId=${id}`)).body.items;

  it('reads one with its messages, oldest first, redacted', async () => {
    const id = await storeConversation(stack, owner, SECRET_TURNS);
    const answer = await stack.call('GET', `/conversations/${id}`);
    expect(answer.body).toMatchObject({
      id,
      ...owner,
      pinnedUser: null,
      status: 'open',
      turns: 2,
      closedAt: null,
      closedBy: null,
      nextCursor: null,
    });
    expect(answer.body.userId).toMatch(/^u_[A-Za-z0-9_-]{22}$/);
    expect(answer.body.messages).toMatchObject([
      {
        turnNumber: 1,
        messageId: 'm-1',
        state: 'answered',
        text: 'I am [e-mail], call [phone]',
        reply: 'Your card [card] was charged.',
        delegated: false,
        receiptId: null,
        calls: [],
        failure: null,
      },
      { turnNumber: 2, text: 'token [token]', reply: 'Thanks.' },
    ]);
    expect(answer.body.messages[0].replyId).toMatch(/^r-/);
    expect(await reveals(id)).toEqual([]);
  });

  it('never shows the sub of a User', async () => {
    const id = await storeConversation(stack, { ...owner, sub: 'canary-sub-4711' });
    for (const path of [`/conversations/${id}`, '/conversations', `/conversations/${id}?reveal=true`]) {
      expect((await stack.call('GET', path)).text).not.toContain('canary-sub');
    }
  });

  it('reveals to owner and operator, and the audit has it first', async () => {
    const id = await storeConversation(stack, owner, SECRET_TURNS);
    for (const role of ['owner', 'operator'] as const) {
      const answer = await stack.call('GET', `/conversations/${id}?reveal=true`, {
        token: stack.token(role),
      });
      expect(answer.body.messages[0].text).toBe(SECRET_TURNS[0]!.text);
    }
    const rows = await reveals(id);
    expect(rows.map((row: { actor: { role: string } }) => row.actor.role)).toEqual(['operator', 'owner']);
    expect(JSON.stringify(rows)).not.toContain('jane');
  });

  it('reveals nothing when the audit cannot be written', async () => {
    const id = await storeConversation(stack, owner, SECRET_TURNS);
    await stack.sql('ALTER TABLE audit RENAME TO audit_away');
    const answer = await stack.call('GET', `/conversations/${id}?reveal=true`);
    await stack.sql('ALTER TABLE audit_away RENAME TO audit');
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain('jane');
  });

  it.each(['auditor', 'brand-operator'] as const)('reveals nothing to %s', async role => {
    const id = await storeConversation(stack, owner, SECRET_TURNS);
    const token = stack.token(role, [owner.brandId]);
    const answer = await stack.call('GET', `/conversations/${id}?reveal=true`, { token });
    expect(answer.status).toBe(403);
    expect(await reveals(id)).toEqual([]);
    const redacted = await stack.call('GET', `/conversations/${id}?reveal=false`, { token });
    expect(redacted.body.messages[0].text).toBe('I am [e-mail], call [phone]');
  });

  it('pages the messages of a long one from the newest back', async () => {
    const turns = Array.from({ length: 7 }, (_, index) => ({ text: `q${index + 1}`, reply: 'r' }));
    const id = await storeConversation(stack, owner, turns);
    const numbers = (body: { messages: { turnNumber: number }[] }) =>
      body.messages.map(each => each.turnNumber);
    const first = await stack.call('GET', `/conversations/${id}?limit=3`);
    expect(numbers(first.body)).toEqual([5, 6, 7]);
    const second = await stack.call('GET', `/conversations/${id}?limit=3&cursor=${first.body.nextCursor}`);
    expect(numbers(second.body)).toEqual([2, 3, 4]);
    const last = await stack.call('GET', `/conversations/${id}?limit=3&cursor=${second.body.nextCursor}`);
    expect(numbers(last.body)).toEqual([1]);
    expect(last.body.nextCursor).toBeNull();
    const other = await storeConversation(stack, owner, turns);
    const foreign = await stack.call('GET', `/conversations/${other}?cursor=${first.body.nextCursor}`);
    expect(foreign.status).toBe(400);
  });

  it('shows the calls and the failure of a turn', async () => {
    const id = await storeConversation(stack, owner);
    const [{ id: turnId }] = await stack.sql('SELECT id FROM turn WHERE context_id = $1', [id]);
    const failure = { code: 'status', detail: 'answered 500 to jane@mail.example', requestId: 'req-1' };
    await stack.sql(
      `UPDATE turn SET state = 'spent', reply_text = NULL, answered_at = NULL, effect_at = now(), failure = $2
        WHERE id = $1`,
      [turnId, failure],
    );
    await stack.sql(
      `INSERT INTO turn_call (turn_id, step, call_id, attempt, run, state, effect, sent_at)
       VALUES ($1, 1, '', 1, 1, 'failed', true, now())`,
      [turnId],
    );
    const [message] = (await stack.call('GET', `/conversations/${id}`)).body.messages;
    expect(message).toMatchObject({
      state: 'spent',
      reply: null,
      replyId: null,
      failure: { code: 'status', detail: 'answered 500 to [e-mail]', requestId: 'req-1' },
      calls: [{ step: 1, attempt: 1, state: 'failed', effect: true }],
    });
  });

  it('shows which message acted for a User, its calls of tools, and its last receipt', async () => {
    const id = await storeConversation(stack, owner);
    const [{ id: turnId }] = await stack.sql('SELECT id FROM turn WHERE context_id = $1', [id]);
    await stack.sql(`UPDATE context SET pinned_user = 'jane' WHERE id = $1`, [id]);
    await stack.sql(`UPDATE turn SET run = 2, brand_user = 'jane', grant_id = 'g' WHERE id = $1`, [turnId]);
    await stack.sql(
      `INSERT INTO turn_call (turn_id, step, call_id, attempt, run, tool, scopes, state, effect, sent_at)
       VALUES ($1, 1, '', 1, 1, NULL, NULL, 'done', false, now()),
         ($1, 2, 'a', 1, 2, 'lookup_order', '{orders:read}', 'done', false, now() + interval '1 second'),
         ($1, 2, 'b', 1, 2, 'cancel_order', '{orders:cancel}', 'failed', true, now() + interval '2 seconds')`,
      [turnId],
    );
    const earlier = await storeReceipt(stack, { brandId: owner.brandId, contextId: id });
    await stack.sql(`UPDATE receipt SET id = '00' || id WHERE id = $1`, [earlier.id]);
    const last = await storeReceipt(stack, { brandId: owner.brandId, contextId: id });
    const answer = await stack.call('GET', `/conversations/${id}`);
    expect(answer.body.pinnedUser).toBe('jane');
    expect(answer.body.messages).toMatchObject([
      {
        delegated: true,
        receiptId: last.id,
        calls: [
          { run: 1, step: 1, tool: null, state: 'done', effect: false },
          { run: 2, step: 2, tool: 'lookup_order', state: 'done', effect: false },
          { run: 2, step: 2, tool: 'cancel_order', state: 'failed', effect: true },
        ],
      },
    ]);
  });

  it('closes one, once', async () => {
    const id = await storeConversation(stack, owner);
    const closed = await stack.call('POST', `/conversations/${id}/close`, { body: { reason: 'abuse' } });
    expect(closed.body).toMatchObject({ id, status: 'closed', closedBy: 'operator' });
    const again = await stack.call('POST', `/conversations/${id}/close`);
    expect(again.body).toEqual(closed.body);
    const audit = await stack.call('GET', `/audit?objectId=${id}`);
    expect(audit.body.items).toMatchObject([
      {
        action: 'conversation.close',
        before: { status: 'open' },
        after: { status: 'closed' },
        reason: 'abuse',
      },
    ]);
  });

  it('honours If-Match: a conversation changes with each turn', async () => {
    const id = await storeConversation(stack, owner);
    const read = await stack.call('GET', `/conversations/${id}`);
    expect(read.headers.get('etag')).toBe('"1"');
    await stack.sql('UPDATE context SET last_turn = last_turn + 1 WHERE id = $1', [id]);
    const headers = { 'if-match': '"1"' };
    expect((await stack.call('POST', `/conversations/${id}/close`, { headers })).status).toBe(412);
  });

  it('lists by Brand, personal agent, status and time, newest first', async () => {
    const { id: brandId } = await createBrand(stack);
    const older = await storeConversation(stack, { ...owner, brandId }, undefined, 3);
    const newer = await storeConversation(stack, { ...owner, brandId });
    const closed = await storeConversation(stack, { ...owner, brandId });
    await stack.call('POST', `/conversations/${closed}/close`);
    const ids = async (query: string) =>
      (await stack.call('GET', `/conversations?brandId=${brandId}${query}`)).body.items.map(
        (item: { id: string }) => item.id,
      );
    expect(await ids('')).toEqual([newer, closed].sort().reverse().concat(older));
    expect(await ids('&status=open')).toEqual([newer, older]);
    expect(await ids('&status=closed')).toEqual([closed]);
    const dayAgo = encodeURIComponent(new Date(Date.now() - 86_400_000).toISOString());
    expect(await ids(`&to=${dayAgo}`)).toEqual([older]);
    expect((await ids(`&from=${dayAgo}`)).sort()).toEqual([newer, closed].sort());
    expect(await ids('&personalAgentId=nobody')).toEqual([]);
  });
});
