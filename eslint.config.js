import js from '@eslint/js';
import tseslint from 'typescript-eslint';

const FILE_LINES_MAX = 250;
const TEST_LINES_MAX = 500;
const FUNCTION_LINES_MAX = 60;

const TYPED = ['**/*.ts', '**/*.tsx', '**/*.mts'];
const PLAIN = ['**/*.js', '**/*.mjs'];
const TESTS = ['**/*.test.ts', '**/*.test.tsx'];
// What tests are made of, beside the tests themselves.
const TEST_SUPPORT = [
  '**/*.fixture.ts',
  '**/fixtures/**/*.ts',
  'tests/world/**/*.ts',
  'tests/conformance/**/*.ts',
  'tests/faults/**/*.ts',
];
// A page has a general sentence for every refusal that it has no words of its own for.
const PAGES = ['service/src/pages/**/*.ts', 'web/**/*.ts'];
// Tools look for a default export in these, and in nothing else.
const CONFIGS = ['*.config.js', '*.config.ts', '**/vite.config.ts', '**/vitest.config.ts'];
// Written by a program from the migrated database; its length is the database's.
const GENERATED = ['service/src/db/tables.ts'];

const readonly = (names) => Object.fromEntries(names.map((name) => [name, 'readonly']));

const NODE_GLOBALS = readonly([
  'AbortController',
  'AbortSignal',
  'Buffer',
  'clearInterval',
  'clearTimeout',
  'console',
  'fetch',
  'performance',
  'process',
  'setImmediate',
  'setInterval',
  'setTimeout',
  'TextDecoder',
  'TextEncoder',
  'URL',
  'URLSearchParams',
]);

const BROWSER_GLOBALS = readonly([
  'AbortController',
  'AbortSignal',
  'clearTimeout',
  'console',
  'customElements',
  'CustomEvent',
  'document',
  'Event',
  'fetch',
  'FormData',
  'history',
  'HTMLElement',
  'IntersectionObserver',
  'location',
  'MessageChannel',
  'MutationObserver',
  'navigator',
  'requestAnimationFrame',
  'ResizeObserver',
  'sessionStorage',
  'setTimeout',
  'URL',
  'URLSearchParams',
  'window',
]);

const NO_DEFAULT_EXPORT = [
  { selector: 'ExportDefaultDeclaration', message: 'Export by name: a name can be searched for.' },
  {
    selector: 'ExportSpecifier[exported.name="default"]',
    message: 'Export by name: a name can be searched for.',
  },
];

// A group of tests is a heading, not a function: only what is inside it counts.
const GROUPS = new Set(['describe', 'describe.concurrent', 'describe.each', 'describe.for']);

const functionLines = {
  meta: { type: 'suggestion', schema: [{ type: 'integer' }] },
  create(context) {
    const { sourceCode } = context;
    const [max] = context.options;
    const isGroup = ({ parent }) =>
      parent?.type === 'CallExpression' &&
      GROUPS.has(sourceCode.getText(parent.callee).replace(/\(.*$/s, ''));
    return {
      ':function'(node) {
        const lines = node.loc.end.line - node.loc.start.line + 1;
        if (lines <= max || isGroup(node)) return;
        context.report({ node, message: `A function of ${lines} lines; the limit is ${max}.` });
      },
    };
  },
};

const NO_CLASS = [
  {
    selector: 'ClassDeclaration:not([superClass.name=/Error$/]), ClassExpression',
    message: 'Write functions over a context; only errors are classes.',
  },
];

const exhaustive = ({ byDefault }) => [
  'error',
  { considerDefaultExhaustiveForUnions: byDefault, requireDefaultForNonUnion: true },
];

// What a promise, a type or a switch can hide. These need the compiler's types.
const TYPED_RULES = {
  '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
  '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: true }],
  '@typescript-eslint/no-misused-promises': 'error',
  '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
  '@typescript-eslint/switch-exhaustiveness-check': exhaustive({ byDefault: false }),
  '@typescript-eslint/no-explicit-any': 'error',
  '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
  '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
  // Without classes there is no `this` to lose.
  '@typescript-eslint/unbound-method': 'off',
  // A function that promises for its interface's sake has nothing to wait for.
  '@typescript-eslint/require-await': 'off',
};

// Matchers such as `expect.any`, and the JSON of an answer under test, are `any`; what a test then says of them is
// checked by running it.
const TEST_RULES = {
  '@typescript-eslint/no-unsafe-argument': 'off',
  '@typescript-eslint/no-unsafe-assignment': 'off',
  '@typescript-eslint/no-unsafe-call': 'off',
  '@typescript-eslint/no-unsafe-member-access': 'off',
  '@typescript-eslint/no-unsafe-return': 'off',
};

const HOUSE_RULES = {
  eqeqeq: ['error', 'always', { null: 'ignore' }],
  'no-var': 'error',
  'prefer-const': 'error',
  'max-lines': ['error', { max: FILE_LINES_MAX, skipBlankLines: false, skipComments: false }],
  'house/function-lines': ['error', FUNCTION_LINES_MAX],
  'no-restricted-syntax': ['error', ...NO_DEFAULT_EXPORT, ...NO_CLASS],
};

// Default export: the linter reads nothing else.
export default tseslint.config(
  { ignores: ['**/node_modules/', '**/.fairway/', '**/dist/', '**/coverage/', 'web/sdk/releases/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  {
    files: TYPED,
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: TYPED_RULES,
  },
  { plugins: { house: { rules: { 'function-lines': functionLines } } }, rules: HOUSE_RULES },
  {
    files: PLAIN,
    ...tseslint.configs.disableTypeChecked,
    languageOptions: { ...tseslint.configs.disableTypeChecked.languageOptions, globals: NODE_GLOBALS },
  },
  { files: ['web/**/*.{js,mjs}'], languageOptions: { globals: BROWSER_GLOBALS } },
  {
    files: PAGES,
    rules: { '@typescript-eslint/switch-exhaustiveness-check': exhaustive({ byDefault: true }) },
  },
  { files: [...TESTS, ...TEST_SUPPORT], rules: TEST_RULES },
  { files: TESTS, rules: { 'max-lines': ['error', TEST_LINES_MAX] } },
  { files: GENERATED, rules: { 'max-lines': 'off' } },
  { files: CONFIGS, rules: { 'no-restricted-syntax': ['error', ...NO_CLASS] } },
);
