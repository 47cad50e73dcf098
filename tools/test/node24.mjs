import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { workspaceRoot } from '../workspace/root.mjs';
import { runNpm } from '../workspace/run-command.mjs';

/**
 * `npm run test:node24 [-- steps]`: the whole suite on Node 24, whatever Node is installed. Nightly material: the
 * package of this platform that it installs under dist/ weighs 190 MB. The package `node` would do the same through
 * a script that installs something unlocked, so it is not used.
 */
const version = '24.21.0';
const packageName = `node-${process.platform}-${process.arch}`;
const folder = path.join(workspaceRoot, 'dist', 'node24');

const install = [
  'install',
  '--prefix',
  folder,
  '--no-save',
  '--no-audit',
  '--no-fund',
  `${packageName}@${version}`,
];
console.log(`installing ${packageName}@${version}`);
const { code, output } = await runNpm(install);
if (code !== 0) {
  console.log(output);
  process.exit(1);
}

const bin = path.join(folder, 'node_modules', packageName, 'bin');
const child = spawn(path.join(bin, 'node'), ['tools/test/main.mjs', ...process.argv.slice(2)], {
  cwd: workspaceRoot,
  env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}` },
  stdio: 'inherit',
});
const [end] = await once(child, 'exit');
process.exit(end ?? 1);
