import ts from 'typescript';
import { readIfThere } from '../check/source-tree.mjs';

/** @typedef {import('../check/source-tree.mjs').SourceTree} SourceTree */
/** @typedef {Map<string, string>} Codes each code with its HTTP status, or with nothing */

/** @param {SourceTree} tree @param {string} file */
function parse(tree, file) {
  const text = readIfThere(tree, file);
  return text === undefined ? undefined : ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
}

/** The object literal of a constant: its keys, each with the first number in its value. @param {string} file @param {string} name */
export const keysOf = (file, name) => (/** @type {SourceTree} */ tree) => {
  /** @type {Codes} */
  const codes = new Map();
  for (const statement of parse(tree, file)?.statements ?? []) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const one of statement.declarationList.declarations) {
      const value =
        one.initializer && ts.isAsExpression(one.initializer) ? one.initializer.expression : one.initializer;
      if (one.name.getText() !== name || !value || !ts.isObjectLiteralExpression(value)) continue;
      for (const member of value.properties) {
        codes.set(member.name?.getText() ?? '', /\b\d{3}\b/.exec(member.getText())?.[0] ?? '');
      }
    }
  }
  return codes;
};

/** The literals of a union type. @param {string} file @param {string} name */
export const literalsOf = (file, name) => (/** @type {SourceTree} */ tree) => {
  /** @type {Codes} */
  const codes = new Map();
  for (const statement of parse(tree, file)?.statements ?? []) {
    if (!ts.isTypeAliasDeclaration(statement) || statement.name.text !== name) continue;
    const members = ts.isUnionTypeNode(statement.type) ? statement.type.types : [statement.type];
    for (const member of members) codes.set(member.getText().replace(/^'|'$/g, ''), '');
  }
  return codes;
};
