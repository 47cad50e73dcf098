import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { clearLeftoverServer } from '../postgres/leftover-server.mjs';
import { removeDataFolder } from '../postgres/temporary-folder.mjs';
import { takeFolder } from '../process/folder-owner.mjs';
import { StartedStack } from '../test/started-stack.mjs';
import { testEnvironment } from '../test/test-environment.mjs';
import { workspaceRoot } from '../workspace/root.mjs';
import { freePortBase, isFree } from './ports.mjs';

/** A temp folder of our own, so that what is left in it is ours. */
const temporary = mkdtempSync(path.join(os.tmpdir(), 'surety-start-test-'));
chmodSync(temporary, 0o755);
const env = { ...testEnvironment(process.env), TMPDIR: temporary };
const dataDir = path.join(temporary, 'data');

/** @type {StartedStack[]} */
const started = [];

after(async () => {
  // Whatever a failed test left running.
  await Promise.all(started.map(stack => stack.stop()));
  const claim = await takeFolder(dataDir);
  await clearLeftoverServer(path.join(dataDir, 'postgres'));
  claim.release();
  removeDataFolder(dataDir);
  rmSync(temporary, { recursive: true });
});

/** @param {number} portBase @param {string | undefined} folder @param {string[]} words */
function start(portBase, folder, words = []) {
  const stack = new StartedStack(['--port-base', String(portBase), ...words], { dataDir: folder, env });
  started.push(stack);
  return stack;
}

/** @param {StartedStack} stack */
const descriptorOf = stack => JSON.parse(readFileSync(stack.descriptor, 'utf8'));

/** @param {string} token */
const claimsOf = token => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

/** The command that the start printed, typed into a shell. @param {StartedStack} stack */
function typePrintedCommand(stack) {
  const command = /^ {2}(npx surety send .*)$/m.exec(stack.output)?.[1] ?? '';
  return spawnSync('sh', ['-c', command], { cwd: workspaceRoot, env, encoding: 'utf8' });
}

/** @param {number} base */
const freePorts = async base =>
  (await Promise.all([0, 1, 4, 5].map(offset => isFree(base + offset)))).every(Boolean);

test('npm start: first reply, refusals, kill -9, kept data, orderly stop', async t => {
  const base = await freePortBase();
  const first = await start(base, dataDir).up();
  const before = descriptorOf(first);

  await t.test('the descriptor is private and has exactly the members whose services exist', () => {
    assert.equal(statSync(first.descriptor).mode & 0o777, 0o600);
    assert.deepEqual(Object.keys(before), ['version', 'provider', 'authorizationServer', 'admin', 'sandbox']);
    assert.deepEqual(Object.keys(before.sandbox), [
      'brands',
      'delegatedBrand',
      'personalAgent',
      'disabledPersonalAgent',
    ]);
    assert.equal(before.provider.url, `http://localhost:${base}`);
    assert.equal(before.authorizationServer.url, before.provider.url);
    const { iat, exp, role } = claimsOf(before.admin.token);
    assert.deepEqual({ life: exp - iat, role }, { life: 12 * 3600, role: 'owner' });
    for (const file of ['deployment.key', 'admin.key', 'personal-agent.key', 'database.url']) {
      assert.equal(statSync(path.join(dataDir, file)).mode & 0o777, 0o600, file);
    }
  });

  await t.test('the authorization server answers at the public origin', async () => {
    const { interfaceUrl } = before.sandbox.delegatedBrand;
    const metadata = await fetch(`${interfaceUrl}/oauth/.well-known/oauth-authorization-server`);
    const { issuer } = /** @type {{ issuer: string }} */ (await metadata.json());
    assert.equal(issuer, `${interfaceUrl}/oauth`);
  });

  await t.test('the printed command gets a reply', () => {
    const { status, stdout, stderr } = typePrintedCommand(first);
    assert.equal(status, 0, stderr);
    assert.notEqual(stdout.trim(), '');
  });

  await t.test('a second start on the same data folder is refused and names the first', async () => {
    const second = start(await freePortBase(), dataDir);
    assert.equal(await second.ended, 1);
    assert.match(second.output, new RegExp(`in use by another start \\(process ${first.child.pid}\\)`));
  });

  await t.test('a taken port is named, with the option that avoids it', async () => {
    const elsewhere = path.join(temporary, 'elsewhere');
    const second = start(base, elsewhere, ['--ephemeral']);
    assert.equal(await second.ended, 1);
    assert.match(
      second.output,
      new RegExp(`Port ${base + 5}, which PostgreSQL needs, is in use.*--port-base`),
    );
    assert.equal(existsSync(elsewhere), false);
  });

  await t.test('after kill -9 the next start works, with the same data', async () => {
    first.child.kill('SIGKILL');
    await first.ended;
    const again = await start(base, dataDir).up();
    const now = descriptorOf(again);
    assert.deepEqual(
      { ...now, admin: { ...now.admin, token: '' } },
      { ...before, admin: { ...before.admin, token: '' } },
    );
    assert.equal(await again.stop(), 0);
    assert.equal(existsSync(again.descriptor), false);
    assert.ok(await freePorts(base));
  });

  await t.test('an ephemeral stack without a folder of its own leaves nothing', async () => {
    const known = readdirSync(temporary);
    const stack = start(base, undefined, ['--ephemeral']);
    await stack.up();
    assert.equal(await stack.stop('SIGINT'), 0);
    assert.deepEqual(readdirSync(temporary), known);
  });
});

test('unknown options end it at once', () => {
  const { status, stdout } = spawnSync(process.execPath, ['tools/start/main.mjs', '--port', '1'], {
    cwd: workspaceRoot,
    encoding: 'utf8',
  });
  assert.equal(status, 2);
  assert.match(stdout, /--port/);
});
