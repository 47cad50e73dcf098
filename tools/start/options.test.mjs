import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownLine } from './log-tail.mjs';
import { UsageError, readOptions } from './options.mjs';
import { nextCommands } from './welcome.mjs';

test('without options the stack stands at 4000 in .surety, where tools find it', () => {
  const options = { portBase: 4000, dataDir: '/x/.surety', ephemeral: false, isDefaultFolder: true };
  assert.deepEqual(readOptions([], '/x'), options);
});

test('options move it, and an ephemeral one has no folder unless it is named', () => {
  const moved = { portBase: 5000, dataDir: '/x/d', ephemeral: true, isDefaultFolder: false };
  assert.deepEqual(readOptions(['--port-base', '5000', '--data-dir', 'd', '--ephemeral'], '/x'), moved);
  assert.equal(/** @type {any} */ (readOptions(['--ephemeral'], '/x')).dataDir, undefined);
  assert.equal(readOptions(['--help'], '/x'), 'help');
});

for (const words of [
  ['--port-base', '0'],
  ['--port-base', '65530'],
  ['--port-base', '4e3'],
  ['--port-base'],
  ['--data-dir', ''],
  ['--ephemral'],
  ['5000'],
]) {
  test(`${words.join(' ')} is refused in words`, () => {
    assert.throws(() => readOptions(words, '/x'), UsageError);
  });
}

test('the next commands need no option for the default folder, and name any other', () => {
  assert.deepEqual(nextCommands('.surety/stack.json', true), {
    first: 'npx surety send "Is my Friday flight on time?"',
    login: 'npx surety login',
    delegated: 'npx surety send --delegated "Where are my orders?"',
  });
  assert.deepEqual(nextCommands('/my data/stack.json', false), {
    first: `npx surety send --stack '/my data/stack.json' "Is my Friday flight on time?"`,
    login: `npx surety login --stack '/my data/stack.json'`,
    delegated: `npx surety send --stack '/my data/stack.json' --delegated "Where are my orders?"`,
  });
});

test('of the logs, warnings, errors and what is no log line reach the terminal', () => {
  assert.equal(shownLine('{"level":"info","msg":"request"}'), undefined);
  assert.equal(shownLine('{"level":"warn","msg":"slow"}'), 'warn: slow');
  assert.equal(shownLine('{"level":"error","msg":"broken","err":{"message":"why"}}'), 'error: broken (why)');
  assert.equal(shownLine('Error: boom'), 'Error: boom');
  assert.equal(shownLine('{not json'), '{not json');
});
