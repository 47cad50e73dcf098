import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, test } from 'node:test';
import { installationNeeded } from './installed-packages.mjs';
import { isAtLeast } from './node-version.mjs';

/** @type {string[]} */
const roots = [];
afterEach(() => roots.splice(0).forEach(root => rmSync(root, { recursive: true })));

/** What is needed in a checkout with this lockfile and this record of npm. @param {object} locked @param {object} [installed] none = no node_modules */
function needed(locked, installed) {
  const root = mkdtempSync(path.join(os.tmpdir(), 'surety-packages-'));
  roots.push(root);
  writeFileSync(path.join(root, 'package-lock.json'), JSON.stringify({ packages: locked }));
  if (installed !== undefined) {
    mkdirSync(path.join(root, 'node_modules'));
    writeFileSync(
      path.join(root, 'node_modules', '.package-lock.json'),
      JSON.stringify({ packages: installed }),
    );
  }
  return installationNeeded(root);
}

const x1 = { version: '1.0.0' };
const elsewhere = { version: '1.0.0', optional: true, os: ['aix'] };

test('a bare checkout needs an installation, a current one nothing', () => {
  assert.equal(needed({ 'node_modules/x': x1 }), 'install');
  assert.equal(
    needed({ '': {}, 'node_modules/x': x1, 'node_modules/y': elsewhere }, { 'node_modules/x': x1 }),
    'nothing',
  );
});

test('a lockfile that moved on needs an update', () => {
  assert.equal(needed({ 'node_modules/x': { version: '1.0.1' } }, { 'node_modules/x': x1 }), 'update');
  assert.equal(needed({ 'node_modules/x': x1, 'node_modules/y': x1 }, { 'node_modules/x': x1 }), 'update');
});

test('a program of the workspace that cannot be called yet needs an update', () => {
  assert.equal(needed({ 'apps/cli': { version: '1.0.0', bin: { surety: 'bin/surety.cjs' } } }, {}), 'update');
});

test('an optional package for this very machine is not left out', () => {
  const here = { version: '1.0.0', optional: true, os: [process.platform], cpu: [process.arch] };
  assert.equal(needed({ 'node_modules/y': here }, {}), 'update');
});

test('versions are compared as numbers', () => {
  assert.deepEqual(
    ['20.19.0', '20.20.2', '24.0.0', '20.9.9', '18.20.0'].map(version => isAtLeast(version, '20.19.0')),
    [true, true, true, false, false],
  );
});
