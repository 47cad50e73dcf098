/**
 * A part of the public suite: one test file, and how many tests it has at least. A copy with fewer has lost some.
 * @typedef {{ name: string, file: string, tests: number }} SuitePart
 */

/** @type {readonly SuitePart[]} */
export const suiteParts = [
  { name: 'identity', file: 'pact.test.ts', tests: 10 },
  { name: 'delegated', file: 'delegated.test.ts', tests: 9 },
];
