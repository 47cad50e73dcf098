import { readSource } from './source-tree.mjs';

const switches = [
  /\b(?:it|test|describe)\s*\.\s*(?:only|skip|todo|failing)\b/,
  /\b(?:xit|xtest|xdescribe|fit|fdescribe)\s*\(/,
  /\b(?:skip|todo|only)\s*:\s*(?:true|['"`])/,
];

/** Every test that is written runs: none is left out, and none leaves the others out. @param {import('./source-tree.mjs').SourceTree} tree */
export function disabledTests(tree) {
  return tree.files
    .filter(file => /\.(spec|test)\.(ts|tsx|mjs)$/.test(file))
    .flatMap(file =>
      readSource(tree, file)
        .split('\n')
        .flatMap((line, index) => {
          const found = switches.map(pattern => pattern.exec(line)?.[0]).find(text => text !== undefined);
          return found === undefined
            ? []
            : [{ file: `${file}:${index + 1}`, message: `switches a test: ${found}` }];
        }),
    );
}
