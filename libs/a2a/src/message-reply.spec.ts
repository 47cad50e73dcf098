import { messageReply } from './message-reply';

describe('messageReply', () => {
  // P7: the public suite compares the part deeply, so not even a mediaType may stand beside the text.
  it('PACT 4.2: is a message from the agent with one text part, byte for byte', () => {
    const reply = messageReply({ messageId: 'r-1', contextId: 'c-1', text: 'a "b" 😀' });
    expect(JSON.stringify(reply)).toBe(
      '{"message":{"messageId":"r-1","contextId":"c-1","role":"ROLE_AGENT","parts":[{"text":"a \\"b\\" 😀"}]}}',
    );
  });
});
