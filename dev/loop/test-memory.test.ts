import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestMemory } from './test-memory.ts';

const TREE = {
  'vitest.config.ts': 'export default {};',
  'package.json': '{}',
  'package-lock.json': '{}',
  'sum.ts': 'export const sum = 1;',
  'sum.test.ts': "import { sum } from './sum.ts';\nsum;",
  'alone.test.ts': 'export const alone = 1;',
  'tree.test.ts': "import { readFileSync } from 'node:fs';\nreadFileSync;",
  'read.ts': "import { readFile } from 'node:fs/promises';\nexport { readFile };",
  'reader.test.ts': "import { readFile } from './read.ts';\nreadFile;",
  'plain.mjs': 'export const plain = 1;',
  'script.test.ts': "import { plain } from './plain.mjs';\nplain;",
};
const TESTS = Object.keys(TREE).filter((file) => file.endsWith('.test.ts'));
const ALWAYS = ['reader.test.ts', 'script.test.ts', 'tree.test.ts'];

let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'fairway-tests-'));
  for (const [file, text] of Object.entries(TREE)) write(file, text);
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

const open = () => openTestMemory(root, path.join(root, 'node_modules/.cache/tests.json'), TESTS);
const unknown = () => open().unknown(TESTS).toSorted();

test('all tests are run at first, and once all passed those that may see more than they import', () => {
  expect(unknown()).toEqual(TESTS.toSorted());
  open().keep(TESTS);
  expect(unknown()).toEqual(ALWAYS);
});

test('a change runs the tests that reach it', () => {
  open().keep(TESTS);
  write('sum.ts', 'export const sum = 2;');
  expect(unknown()).toEqual([...ALWAYS, 'sum.test.ts'].toSorted());
});

test('what failed is run again', () => {
  open().keep(['alone.test.ts']);
  expect(unknown()).toEqual(TESTS.filter((file) => file !== 'alone.test.ts').toSorted());
});

test.each(['vitest.config.ts', 'package-lock.json'])('a change of %s runs all of them', (file) => {
  open().keep(TESTS);
  write(file, '// another\n');
  expect(unknown()).toEqual(TESTS.toSorted());
});
