import { messageReply, stepUpReply } from './message-reply';

describe('messageReply', () => {
  // P7: the public suite compares the part deeply, so not even a mediaType may stand beside the text.
  it('PACT 4.2: is a message from the agent with one text part, byte for byte', () => {
    const reply = messageReply({ messageId: 'r-1', contextId: 'c-1', text: 'a "b" 😀' });
    expect(JSON.stringify(reply)).toBe(
      '{"message":{"messageId":"r-1","contextId":"c-1","role":"ROLE_AGENT","parts":[{"text":"a \\"b\\" 😀"}]}}',
    );
  });

  it('PACT 5.6: carries a receipt in its metadata, after the parts, byte for byte', () => {
    const receipt = { jws: 'eyJ…', claims: { grantId: 'g', scopesUsed: [] } };
    const reply = messageReply({ messageId: 'r-1', contextId: 'c-1', text: 'Done.', receipt });
    expect(JSON.stringify(reply)).toBe(
      '{"message":{"messageId":"r-1","contextId":"c-1","role":"ROLE_AGENT","parts":[{"text":"Done."}],' +
        '"metadata":{"pact.receipt":{"jws":"eyJ…","claims":{"grantId":"g","scopesUsed":[]}}}}}',
    );
  });
});

describe('stepUpReply', () => {
  const task = {
    taskId: 't-1',
    contextId: 'c-1',
    messageId: 'r-1-1',
    text: 'I need permission to issue refunds.',
    timestamp: '2026-09-30T12:00:00.000Z',
    missingScopes: ['refunds:issue'],
    verificationUriComplete: 'https://brand.example/login?return_to=x',
  };
  const golden =
    '{"task":{"id":"t-1","contextId":"c-1","status":{"state":"TASK_STATE_AUTH_REQUIRED","message":{"messageId":"r-1-1",' +
    '"contextId":"c-1","role":"ROLE_AGENT","parts":[{"text":"I need permission to issue refunds."}]},' +
    '"timestamp":"2026-09-30T12:00:00.000Z"},"metadata":{"pact.missingScopes":["refunds:issue"],' +
    '"pact.verificationUriComplete":"https://brand.example/login?return_to=x"}}}';

  it('PACT 5.5, P28: is a task that waits for the User, byte for byte', () => {
    expect(JSON.stringify(stepUpReply(task))).toBe(golden);
  });

  it('P28: carries a receipt when calls were sent', () => {
    const receipt = { jws: 'eyJ…', claims: { grantId: 'g' } };
    expect(JSON.stringify(stepUpReply({ ...task, receipt }))).toBe(
      golden.replace(/}}}$/, ',"pact.receipt":{"jws":"eyJ…","claims":{"grantId":"g"}}}}}'),
    );
  });
});
