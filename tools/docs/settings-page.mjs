import ts from 'typescript';
import { readIfThere } from '../check/source-tree.mjs';

/** @typedef {import('../check/source-tree.mjs').SourceTree} SourceTree */

export const settingsFile = 'libs/platform/src/settings/settings.ts';
export const settingsPageFile = 'docs/reference/settings.md';

/** What a rule of `Settings` admits, in words; a rule that is not here keeps the page from being written. */
const formats = new Map([
  ['IsOrigin', 'an origin'],
  ['IsCidr', 'CIDRs, separated by commas'],
  ['IsListenAddress', 'IP addresses, separated by commas'],
  ['IsDatabaseUrl', 'a `postgres://` URL'],
  ['IsRedisUrl', 'a `redis://` or `rediss://` URL'],
  ['IsFailPointList', 'fail points, separated by commas'],
  ['IsBoolean', '`true` or `false`'],
  ['MaxLength', 'a path'],
]);
/** Rules that say nothing of their own on the page. */
const silent = new Set(['Variable', 'IsOptional', 'ArrayMaxSize', 'ArrayNotEmpty', 'IsInt', 'Max']);

/** Constants of the file by name. @param {ts.SourceFile} source */
function constantsOf(source) {
  /** @type {Map<string, ts.Expression>} */
  const found = new Map();
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (initializer) found.set(name.getText(source), initializer);
    }
  }
  return found;
}

/** The value of a literal, a list, a product or a constant of the file. @param {ts.Expression} node @param {Map<string, ts.Expression>} constants @returns {unknown} */
function valueOf(node, constants) {
  if (ts.isAsExpression(node)) return valueOf(node.expression, constants);
  if (ts.isNumericLiteral(node)) return Number(node.text.replaceAll('_', ''));
  if (ts.isStringLiteral(node)) return node.text;
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
  if (ts.isArrayLiteralExpression(node)) {
    return node.elements.flatMap(one => valueOf(ts.isSpreadElement(one) ? one.expression : one, constants));
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AsteriskToken) {
    return Number(valueOf(node.left, constants)) * Number(valueOf(node.right, constants));
  }
  const constant = ts.isIdentifier(node) ? constants.get(node.text) : undefined;
  if (constant) return valueOf(constant, constants);
  throw new Error(`${settingsFile}: the page cannot read ${node.getText()}`);
}

/** @typedef {{ name: string, words: readonly ts.Expression[] }} Rule */

/** The decorators of a member, with what stands in their brackets. @param {ts.PropertyDeclaration} member @returns {Rule[]} */
function rulesOf(member) {
  return (ts.getDecorators(member) ?? []).map(({ expression }) => {
    if (!ts.isCallExpression(expression)) throw new Error(`${settingsFile}: ${expression.getText()}`);
    return { name: expression.expression.getText(), words: expression.arguments };
  });
}

/** What a member may hold. @param {Rule[]} rules @param {Map<string, ts.Expression>} constants */
function admitted(rules, constants) {
  const argument = (/** @type {string} */ name) => {
    const first = rules.find(rule => rule.name === name)?.words[0];
    return first === undefined ? undefined : valueOf(first, constants);
  };
  const texts = rules.flatMap(({ name, words }) => {
    if (silent.has(name)) return [];
    if (name === 'Min') return [`a whole number from ${argument('Min')} to ${argument('Max')}`];
    if (name === 'IsIn')
      return [
        [argument('IsIn')]
          .flat()
          .map(word => `\`${word}\``)
          .join(', '),
      ];
    if (name === 'Length') return ['a text'];
    if (name === 'Matches')
      return [/'(must [^']*)'/.exec(words[1]?.getText() ?? '')?.[1]?.replace(/^must be /, '')];
    if (!formats.has(name)) throw new Error(`${settingsFile}: the page knows no words for @${name}`);
    return [formats.get(name)];
  });
  return texts.join('; ');
}

/** @param {unknown} value */
function shown(value) {
  if (Array.isArray(value)) return value.length === 0 ? 'empty' : `\`${value.join(',')}\``;
  return `\`${value}\``;
}

/**
 * One row for each member of the class, in its order.
 * @param {ts.SourceFile} source
 * @returns {{ variable: string, initial: string, values: string, meaning: string }[]}
 */
function rowsOf(source) {
  const constants = constantsOf(source);
  const settings = source.statements.find(one => ts.isClassDeclaration(one) && one.name?.text === 'Settings');
  if (!settings || !ts.isClassDeclaration(settings)) throw new Error(`${settingsFile} has no class Settings`);
  return settings.members.filter(ts.isPropertyDeclaration).map(member => {
    const rules = rulesOf(member);
    const named = rules.find(rule => rule.name === 'Variable')?.words[0];
    if (!named) throw new Error(`${settingsFile}: ${member.name.getText()} is bound to no variable`);
    const doc = ts.getJSDocCommentsAndTags(member).find(ts.isJSDoc);
    const meaning = ts.getTextOfJSDocComment(doc?.comment)?.replace(/\s+/g, ' ');
    if (!meaning) throw new Error(`${settingsFile}: ${member.name.getText()} has no docstring`);
    const tag = doc?.tags?.find(one => one.tagName.text === 'defaultValue');
    const initial = member.initializer
      ? shown(valueOf(member.initializer, constants))
      : (ts.getTextOfJSDocComment(tag?.comment) ?? 'none');
    return {
      variable: String(valueOf(named, constants)),
      initial,
      values: admitted(rules, constants),
      meaning,
    };
  });
}

const head = `<!-- Generated from the class Settings by \`node tools/docs/main.mjs --write\`; \`npm test\` compares it. Do not edit. -->

# Settings

Every process reads its environment once, at start, and refuses to start with a list of all faults at once; the list names
variables and never shows their values. An empty variable counts as absent. A \`SURETY_\` variable that nobody reads is named in
the log as \`unknown settings are ignored\`: most often a typing error.

The same settings fit every app; each app reads what it needs. \`npm start\` sets what its processes need and passes the rest of
its own environment on.
`;

const foot = `
Other programs have variables of their own: the command line those of [cli.md](cli.md), and the tests
\`SURETY_TEST_DATABASE_URL\` and \`SURETY_TEST_REDIS_URL\` ([CONTRIBUTING.md](../../CONTRIBUTING.md)). \`SURETY_TRACE\`, set to
anything, makes \`npm start\` show the stack of a failure.
`;

/** The page of settings as the class says it; undefined in a checkout without the class. @param {SourceTree} tree */
export function settingsPage(tree) {
  const text = readIfThere(tree, settingsFile);
  if (text === undefined) return undefined;
  const source = ts.createSourceFile(settingsFile, text, ts.ScriptTarget.Latest, true);
  const cell = (/** @type {string} */ words) => words.replaceAll('|', '\\|');
  const rows = rowsOf(source).map(
    ({ variable, initial, values, meaning }) =>
      `| \`${variable}\` | ${cell(initial)} | ${cell(values)} | ${cell(meaning)} |`,
  );
  return [head, '| Variable | Default | Values | Meaning |', '|---|---|---|---|', ...rows, foot].join('\n');
}
