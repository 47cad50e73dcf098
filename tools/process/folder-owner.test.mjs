import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, test } from 'node:test';
import { FolderTaken, isAbandoned, takeFolder } from './folder-owner.mjs';
import { endProcess, processMark } from './process-table.mjs';

/** @type {(() => unknown)[]} */
const undo = [];
afterEach(() => undo.splice(0).forEach(step => step()));

function folder() {
  const made = mkdtempSync(path.join(os.tmpdir(), 'surety-owner-test-'));
  undo.push(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** Some process that runs until it is ended. */
function sleeper() {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' });
  undo.push(() => child.kill('SIGKILL'));
  return { pid: child.pid ?? 0, child };
}

/** @param {string} where @param {object} owner */
const leave = (where, owner) => writeFileSync(path.join(where, 'owner.json'), JSON.stringify(owner));

test('a folder has one user at a time, named by its process', async () => {
  const where = folder();
  const claim = await takeFolder(where);
  await assert.rejects(takeFolder(where), { constructor: FolderTaken, pid: process.pid });
  claim.release();
  (await takeFolder(where)).release();
  assert.equal(existsSync(path.join(where, 'owner.json')), false);
});

test('children of an owner that died are ended by the next one', async () => {
  const where = folder();
  const { pid, child } = sleeper();
  const ended = once(child, 'exit');
  leave(where, {
    name: 'launcher',
    pid: 1,
    mark: 'another boot',
    children: [{ name: 'app', pid, mark: processMark(pid) }],
  });
  assert.ok(isAbandoned(where));
  await takeFolder(where);
  assert.deepEqual(await ended, [null, 'SIGTERM']);
});

test('a process that only has the number of such a child is left alone', async () => {
  const where = folder();
  const { pid, child } = sleeper();
  leave(where, {
    name: 'launcher',
    pid: 1,
    mark: 'x',
    children: [{ name: 'app', pid, mark: 'an earlier process' }],
  });
  await takeFolder(where);
  assert.equal(child.exitCode ?? child.signalCode, null);
  assert.ok(await endProcess(pid, 'an earlier process', [{ signal: 'SIGKILL', seconds: 0 }]));
  assert.equal(child.exitCode ?? child.signalCode, null);
});

test('a child that was noted can be found by the next owner', async () => {
  const where = folder();
  const claim = await takeFolder(where);
  const { pid } = sleeper();
  claim.addChild('app', pid);
  const { children } = JSON.parse(readFileSync(path.join(where, 'owner.json'), 'utf8'));
  assert.deepEqual(children, [{ name: 'app', pid, mark: processMark(pid) }]);
});
