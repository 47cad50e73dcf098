#!/usr/bin/env node
'use strict';
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const NEEDED = [20, 19];
const program = join(__dirname, '..', 'dist', 'main.js');

/** Ends with exit code 1 and one sentence, before anything that an old Node or a missing build would break. */
function refuse(message) {
  process.stderr.write(`surety: ${message}\n`);
  process.exit(1);
}

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  refuse(`Node ${NEEDED.join('.')} or newer is needed, this is ${process.versions.node}`);
}
if (!existsSync(program))
  refuse('it is not built yet: run `npm start` or `npm run build` in the checkout first');

try {
  void require(program).main();
} catch (error) {
  if (error.code !== 'MODULE_NOT_FOUND') throw error;
  refuse(
    `the build or the installation is not complete: run \`npm start\` in the checkout (${error.message.split('\n')[0]})`,
  );
}
