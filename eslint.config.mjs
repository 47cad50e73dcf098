import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';

/** Who may import whom (docs/architecture.md); there is no `*` rule, so an untagged project may import nothing. */
const scopes = ['provider', 'oauth', 'commerce', 'mesh', 'admin', 'shared'];
const ofType = (sourceTag, ...onlyDependOnLibsWithTags) => ({ sourceTag, onlyDependOnLibsWithTags });
const depConstraints = [
  ofType('type:kernel'),
  ofType('type:pure', 'type:kernel', 'type:pure'),
  ofType('type:adapter', 'type:kernel', 'type:pure', 'type:adapter'),
  ofType('type:client', 'type:kernel', 'type:pure'),
  ofType('type:app', 'type:kernel', 'type:pure', 'type:adapter', 'type:client', 'type:ui'),
  ofType('type:testing', 'type:kernel', 'type:pure', 'type:adapter', 'type:client'),
  ofType('type:e2e', 'type:kernel', 'type:pure', 'type:client', 'type:testing'),
  ofType('type:bench', 'type:kernel', 'type:pure', 'type:client', 'type:testing'),
  ...scopes.map(scope => ofType(`scope:${scope}`, `scope:${scope}`, 'scope:shared')),
];

/** A circle through the testing lib is none of the code that ships: only tests import it. */
const ignoredCircularDependencies = [['testing', 'registry']];

/** Only tests import the testing lib. */
const withTesting = constraint => ({
  ...constraint,
  onlyDependOnLibsWithTags: [...constraint.onlyDependOnLibsWithTags, 'type:testing'],
});

export default [
  { ignores: ['**/dist/**', '**/node_modules/**', '.nx/**', '.surety/**'] },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.ts'],
    plugins: { '@nx': nx },
    languageOptions: {
      parserOptions: { project: './tsconfig.spec.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        { enforceBuildableLibDependency: false, allow: [], ignoredCircularDependencies, depConstraints },
      ],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-explicit-any': 'error',
      'max-lines': ['error', { max: 400 }],
      'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['**/*.spec.ts', 'e2e/**/*.ts'],
    rules: { 'max-lines-per-function': 'off' },
  },
  {
    files: ['**/*.spec.ts', '**/*.test-kit.ts'],
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        {
          enforceBuildableLibDependency: false,
          allow: [],
          ignoredCircularDependencies,
          depConstraints: depConstraints.map(withTesting),
        },
      ],
    },
  },
  {
    files: ['libs/{kernel,a2a,tokens,device-grant}/src/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Pure code takes the time as an argument.' },
        { object: 'Math', property: 'random', message: 'Pure code takes random bytes as an argument.' },
      ],
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            '@nestjs/*',
            'typeorm',
            'pg',
            'ioredis',
            'bullmq',
            'node:fs*',
            'node:net',
            'node:http*',
            'node:child_process',
          ],
        },
      ],
    },
  },
  {
    files: ['**/*.cjs', '**/*.mjs', '**/*.js'],
    languageOptions: { sourceType: 'module' },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
];
