import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LintMemory, openLintMemory } from './lint-memory.ts';

const TREE = {
  'eslint.config.js': 'export default [];',
  'tsconfig.json': '{}',
  'web/tsconfig.json': '{}',
  'package.json': '{}',
  'package-lock.json': '{}',
  'a.ts': "import { b } from './b.ts';\nexport const a = b;",
  'b.ts': "import type { C } from './c.ts';\nexport const b: C = 1;",
  'c.ts': 'export type C = 1;',
  'alone.ts': 'export const alone = 1;',
  'node_modules/x/index.ts': 'export const x = 1;',
};
const ALL = ['a.ts', 'alone.ts', 'b.ts', 'c.ts', 'eslint.config.js'];

let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'fairway-lint-'));
  for (const [file, text] of Object.entries(TREE)) write(file, text);
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

function open(): LintMemory {
  return openLintMemory(root, path.join(root, 'node_modules/.cache/lint.json'));
}

function unknown(files: string[] | null = null): string[] {
  return open().unknown(files).toSorted();
}

test('all files are unknown at first, and none once all were good', () => {
  expect(unknown()).toEqual(ALL);
  open().keep(ALL);
  expect(unknown()).toEqual([]);
});

test('a change makes whatever gets its types from there unknown, however far away', () => {
  open().keep(ALL);
  write('c.ts', 'export type C = 1 | 2;');
  expect(unknown()).toEqual(['a.ts', 'b.ts', 'c.ts']);
  expect(unknown(['alone.ts', 'c.ts'])).toEqual(['c.ts']);
});

test('a change that is taken back is known again', () => {
  open().keep(ALL);
  write('alone.ts', 'export const alone = 2;');
  expect(unknown()).toEqual(['alone.ts']);
  write('alone.ts', TREE['alone.ts']);
  expect(unknown()).toEqual([]);
});

test.each(['eslint.config.js', 'tsconfig.json', 'web/tsconfig.json', 'package-lock.json', 'globals.d.ts'])(
  'a change of %s makes everything unknown',
  (file) => {
    open().keep(ALL);
    write(file, '// another\n');
    expect(unknown()).toEqual(expect.arrayContaining(ALL));
  },
);

test('only what was kept is known, and a file that is not linted is none', () => {
  open().keep(['a.ts']);
  expect(unknown()).toEqual(ALL.filter((file) => file !== 'a.ts'));
  expect(unknown(['README.md', 'alone.ts'])).toEqual(['alone.ts']);
});

test('a store that is damaged counts as empty', () => {
  open().keep(ALL);
  write('node_modules/.cache/lint.json', '{"a.ts":');
  expect(unknown()).toEqual(ALL);
});
