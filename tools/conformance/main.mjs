import { requireNode } from '../workspace/node-version.mjs';

requireNode();
const { conformance } = await import('./conformance.mjs');
process.exit(await conformance(process.argv.slice(2)));
