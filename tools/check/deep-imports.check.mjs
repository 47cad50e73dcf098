import { packageNamed, readImports, relativeTarget, workspacePackages } from './import-list.mjs';
import { projectOf } from './source-tree.mjs';

/**
 * A project's own script, such as the one that starts the bench, may use the tools: they are scripts too.
 * @param {string} file @param {string} target
 */
const isScriptWithTool = (file, target) => file.endsWith('.mjs') && target.startsWith('tools/');

/** Of another project only its `src/index.ts` is public. @param {import('./source-tree.mjs').SourceTree} tree */
export function deepImports(tree) {
  const packages = workspacePackages(tree);
  return readImports(tree).flatMap(one => {
    const { file, specifier } = one;
    const target = relativeTarget(one);
    const home = projectOf(tree, file);
    const leaves =
      target !== undefined &&
      home !== undefined &&
      !`${target}/`.startsWith(`${home}/`) &&
      !isScriptWithTool(file, target);
    const named = packageNamed(packages, specifier);
    const isDeep = named !== undefined && specifier !== named;
    return leaves || isDeep
      ? [{ file, message: `imports ${specifier} past the public index of its project` }]
      : [];
  });
}
