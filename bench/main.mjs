import { requireNode } from '../tools/workspace/node-version.mjs';

requireNode();
const { prepareWorkspace } = await import('../tools/workspace/prepare.mjs');
const { workspaceRoot } = await import('../tools/workspace/root.mjs');
const { Screen } = await import('../tools/workspace/screen.mjs');
const { freePortBase } = await import('../tools/start/ports.mjs');
const { stackMemory } = await import('../tools/start/memory.mjs');
const { removeDataFolder } = await import('../tools/postgres/temporary-folder.mjs');
const { interruptions } = await import('../tools/start/interruption.mjs');

const signal = interruptions(() => process.exit(1));
const measured = ['apps/provider-api', 'apps/admin-api', 'apps/sandbox', 'apps/cli', 'bench'];
await prepareWorkspace(new Screen(), signal, measured);
const { bench } = await import('./dist/index.js');
const tools = { checkout: workspaceRoot, freePortBase, stackMemory, removeDataFolder, signal };
process.exit(await bench(process.argv.slice(2), tools));
