import assert from 'node:assert/strict';
import http from 'node:http';
import { afterEach, test } from 'node:test';
import { freePort } from '../postgres/server.mjs';
import { RoundRobin } from './round-robin.mjs';

/** @type {(() => Promise<unknown>)[]} */
const stops = [];
afterEach(() => Promise.all(stops.splice(0).map(stop => stop())));

/** A server that says its name and what it was asked. @param {string} name */
async function replica(name) {
  const server = http.createServer((request, response) =>
    response.end(`${name} ${request.headers.host}${request.url}`),
  );
  await new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  stops.push(() => new Promise(resolve => server.close(resolve)));
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

async function proxyBefore(/** @type {number[]} */ ...targets) {
  const proxy = new RoundRobin();
  const port = await freePort();
  await proxy.listen(port);
  stops.unshift(() => proxy.close());
  proxy.targets = targets;
  return port;
}

/** @param {number} port @param {string} host */
async function said(port, host = '127.0.0.1') {
  const response = await fetch(`http://${host}:${port}/a%2Fb`, { headers: { connection: 'close' } });
  return response.text();
}

test('connections go to the replicas in turn, unchanged', async () => {
  const port = await proxyBefore(await replica('one'), await replica('two'));
  const answers = [];
  for (let asked = 0; asked < 4; asked += 1) answers.push(await said(port));
  const where = `127.0.0.1:${port}/a%2Fb`;
  assert.deepEqual(answers, [`one ${where}`, `two ${where}`, `one ${where}`, `two ${where}`]);
});

test('a proxy without replicas, and one before a dead replica, close the connection', async () => {
  await assert.rejects(said(await proxyBefore()));
  await assert.rejects(said(await proxyBefore(await freePort())));
});
