import { requireNode } from '../workspace/node-version.mjs';

requireNode();
const { start } = await import('./start.mjs');
process.exit(await start(process.argv.slice(2)));
