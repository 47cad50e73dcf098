import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assertReply, userMessage } from '@surety/testing';
import { generateSigningJwk, privateKeyOf, signRequest } from '@surety/tokens';
import { AdminApi, type CreatedBrand, webhookAgent } from '../stack/admin-api';
import { freePort } from '../stack/free-port';
import { sandboxToken } from '../stack/registered-agent';
import { readStack } from '../stack/stack-descriptor';
import { GuideProgram } from './guide-program';

/** docs/guides/brand.md: the script and the webhook that it shows. */
describe('the guide for a Brand', () => {
  it('section 1: the script answers as the guide says', async () => {
    const script: unknown = JSON.parse(readFileSync(join(__dirname, 'books.json'), 'utf8'));
    const { endpoint } = await new AdminApi().createBrand({ kind: 'script', script });
    const say = async (text: string) =>
      assertReply(await endpoint.send(sandboxToken(), userMessage(text))).text;
    expect(await say('Where is my parcel?')).toBe('What is your order number? It looks like A-88213.');
    expect(await say('It is A-88213')).toBe('Order A-88213 left our warehouse this morning.');
    expect(await say('I want to return a DAMAGED book')).toContain('we pay the postage');
    expect(await say('What is the weather?')).toBe('I can help with orders and returns. Which is it?');
  });

  describe('section 2: the webhook', () => {
    let address: string;
    let program: GuideProgram;
    let brand: CreatedBrand;

    beforeAll(async () => {
      address = `http://127.0.0.1:${await freePort()}/agent`;
      const env = { PROVIDER_URL: readStack().provider.url, WEBHOOK_URL: address };
      program = GuideProgram.start('e2e/src/guides/brand-webhook.mjs', [], env);
      await program.says(/listening at/);
      brand = await new AdminApi().createBrand(webhookAgent(address));
    });
    afterAll(() => program.stop());

    it('verifies a real delivery and answers, with history, until it says goodbye', async () => {
      const token = sandboxToken();
      const first = assertReply(await brand.endpoint.send(token, userMessage('Hello')));
      expect(first.text).toBe('You said "Hello"; I remember 0 texts.');
      const { contextId } = first;
      const second = assertReply(await brand.endpoint.send(token, userMessage('Again', { contextId })));
      expect(second.text).toBe('You said "Again"; I remember 2 texts.');
      await brand.endpoint.send(token, userMessage('bye', { contextId }));
      const late = await brand.endpoint.send(token, userMessage('Hello', { contextId }));
      expect(late.text).toContain('UNSUPPORTED_OPERATION');
    });

    it('section 3: is run by agent/test, which stores nothing', async () => {
      const path = `/brands/${brand.id}/agent/test`;
      expect(await new AdminApi().call('POST', path, { text: 'Hello' })).toEqual({
        text: 'You said "Hello"; I remember 0 texts.',
        steps: [{ step: 1, attempt: 1, state: 'done' }],
        error: null,
      });
    });

    it('refuses what the Provider did not sign, or not for it, or not now', async () => {
      const { privateJwk } = generateSigningJwk('ES256');
      const body = Buffer.from('{"type":"turn","text":"x","history":[]}');
      const iat = Math.floor(Date.now() / 1000);
      const request = { body, method: 'POST', url: address, jti: 'tn_1.1.1', iat };
      const forged = signRequest({ ...request, key: privateKeyOf(privateJwk), kid: privateJwk.kid });
      const post = async (headers: Record<string, string>) =>
        (await fetch(address, { method: 'POST', body, headers })).status;
      expect(await post({})).toBe(403);
      expect(await post({ 'surety-signature': forged })).toBe(403);
      expect(
        await post({ 'surety-signature': forged.replace('..', `.${body.toString('base64url')}.`) }),
      ).toBe(403);
    });
  });
});
