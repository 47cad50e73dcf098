import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { approveByForms } from '@surety/testing';
import { readStack } from '../stack/stack-descriptor';
import { GuideProgram } from './guide-program';

/** docs/guides/personal-agent-delegation.md: its program, from the card to the revocation. */
describe('the guide for acting for a User', () => {
  const folder = mkdtempSync(join(tmpdir(), 'surety-guide-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('asks, sends, steps up and ends the grant, while the User opens the links that it shows', async () => {
    const { personalAgent, delegatedBrand } = readStack().sandbox;
    const key = join(folder, 'private.jwk.json');
    writeFileSync(key, JSON.stringify(personalAgent.privateJwk), { mode: 0o600 });
    const program = GuideProgram.start(
      'e2e/dist/guides/act-for-user.js',
      [delegatedBrand.cardUrl, `user-${randomUUID()}`],
      {
        SURETY_PA_KEY: key,
        SURETY_PA_ISSUER: personalAgent.issuer,
        SURETY_PA_AUDIENCE: personalAgent.audience,
      },
    );
    const approve = async (pattern: RegExp, scope: string) => {
      const [, link = ''] = await program.says(pattern);
      const { location } = await approveByForms(link, delegatedBrand.user, [scope]);
      expect(location?.searchParams.get('status')).toBe('approved');
    };
    await approve(/^open (\S+)/, 'orders:read');
    await program.says(/called list_orders; used orders:read/);
    await approve(/used orders:read\nopen (\S+)/, 'orders:cancel');
    expect(await program.ended()).toBe(0);
    expect(program.output).toMatch(
      /A-88240.*\ncalled lookup_order, cancel_order; used orders:read, orders:cancel\n/,
    );
  });
});
