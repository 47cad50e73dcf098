import { requireNode } from '../workspace/node-version.mjs';

requireNode();
const { test } = await import('./run.mjs');
process.exit(await test(process.argv.slice(2)));
