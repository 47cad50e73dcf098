import path from 'node:path';
import ts from 'typescript';
import { isTypeScript, readIfThere, readSource } from './source-tree.mjs';

/** @typedef {import('./source-tree.mjs').SourceTree} SourceTree */

/**
 * One import or re-export.
 * @typedef {object} Import
 * @property {string} file that has it
 * @property {string} specifier as written
 * @property {boolean} isTypeOnly gone after compilation
 */

/** Whether every name is imported as a type. @param {ts.ImportDeclaration | ts.ExportDeclaration} statement */
function isTypeOnly(statement) {
  if (ts.isExportDeclaration(statement)) return statement.isTypeOnly;
  const clause = statement.importClause;
  if (clause === undefined) return false;
  if (clause.isTypeOnly) return true;
  const names = clause.namedBindings;
  if (clause.name !== undefined || names === undefined || !ts.isNamedImports(names)) return false;
  return names.elements.length > 0 && names.elements.every(element => element.isTypeOnly);
}

/** @param {string} file @param {string} text @returns {Import[]} */
function importsOf(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false);
  /** @type {Import[]} */
  const found = [];
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue;
    const { moduleSpecifier } = statement;
    if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) continue;
    found.push({ file, specifier: moduleSpecifier.text, isTypeOnly: isTypeOnly(statement) });
  }
  return found;
}

/** Parsing takes seconds, and several checks ask. @type {WeakMap<SourceTree, Import[]>} */
const known = new WeakMap();

/** Every import of the sources, the tools' own too. @param {SourceTree} tree */
export function readImports(tree) {
  const imports = known.get(tree) ?? parseImports(tree);
  known.set(tree, imports);
  return imports;
}

/** @param {SourceTree} tree */
function parseImports(tree) {
  const sources = tree.files.filter(file => isTypeScript(file) || file.endsWith('.mjs'));
  return sources.flatMap(file => importsOf(file, readSource(tree, file)));
}

/** The path of a relative import without its suffix, or undefined for a package. @param {Import} one */
export function relativeTarget({ file, specifier }) {
  return specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : undefined;
}

/** The file that a relative import means. @param {Set<string>} files @param {Import} one */
export function targetFile(files, one) {
  const target = relativeTarget(one);
  if (target === undefined) return undefined;
  return [target, `${target}.ts`, `${target}.tsx`, `${target}/index.ts`].find(file => files.has(file));
}

/** Package names of the workspace, with their folders. @param {SourceTree} tree @returns {Map<string, string>} */
export function workspacePackages(tree) {
  const named = tree.projects.map(project => {
    const text = readIfThere(tree, `${project}/package.json`);
    return /** @type {const} */ ([text === undefined ? project : JSON.parse(text).name, project]);
  });
  return new Map(named);
}

/** The workspace package that a specifier names, also by a deep path. @param {Map<string, string>} packages @param {string} specifier */
export function packageNamed(packages, specifier) {
  return [...packages.keys()].find(name => specifier === name || specifier.startsWith(`${name}/`));
}
