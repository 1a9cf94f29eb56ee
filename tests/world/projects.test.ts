import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readImports } from './imports.ts';
import { PROJECTS, readProjects, testFiles } from './projects.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
// Filled in, or this file would itself be one that imports it.
const WORLD = "'../tests/world/world.ts'";

let planted: string;

beforeAll(() => {
  planted = mkdtempSync(path.join(tmpdir(), 'fairway-projects-'));
});

afterAll(() => rmSync(planted, { recursive: true, force: true }));

function plant(files: Record<string, string>): string {
  const root = mkdtempSync(path.join(planted, 'tree-'));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return root;
}

/** The project of a/a.test.ts in a tree of planted files. */
function projectOfPlanted(text: string, files: Record<string, string> = {}): string | undefined {
  const projects = readProjects(plant({ ...files, 'a/a.test.ts': text }));
  return PROJECTS.find(({ name }) => projects[name].includes('a/a.test.ts'))?.name;
}

describe('the tests of this checkout', () => {
  const projects = readProjects(ROOT);

  test('belong to one project each, and every project has some', () => {
    const files = Object.values(projects).flat();
    expect(files.toSorted()).toEqual(testFiles(ROOT));
    expect(Object.values(projects).every((found) => found.length > 0)).toBe(true);
  });

  test('need nothing but their process in the project unit', () => {
    const imports = readImports(ROOT, { types: false });
    const needs = [
      'package:pg',
      'package:node:child_process',
      'package:node:cluster',
      'package:playwright-core',
      'package:typescript',
      'tests/world/database.ts',
      'tests/world/world.ts',
    ];
    const breaches = projects.unit.flatMap((file) => {
      const reached = imports.reachedFrom(file);
      return needs.filter((need) => reached.has(need)).map((need) => `${file} reaches ${need}.`);
    });
    expect(breaches).toEqual([]);
  });
});

describe('a test belongs to', () => {
  test.each([
    ['unit, when it needs nothing', "import { a } from './a.ts';", 'unit'],
    ['module, when it reaches a driver', "import { Client } from 'pg';", 'module'],
    ['flow, when it starts a world', `import { startWorld } from ${WORLD};`, 'flow'],
    ['process, when it starts programs', "import { spawn } from 'node:child_process';", 'process'],
    ['browser, when it drives one', "import { chromium } from 'playwright-core';", 'browser'],
    ['tree, when it reads code', "import ts from 'typescript';", 'tree'],
    ['flow, by a dynamic import', `await import(${WORLD});`, 'flow'],
    ['module, by an import for its effect', "import 'pg';", 'module'],
    ['module, by an export', "export { Client } from 'pg';", 'module'],
    ['module, by names on several lines', "import {\n  Client,\n  type Pool,\n} from 'pg';", 'module'],
    ['unit, when only types come from there', "import type { Client } from 'pg';", 'unit'],
  ])('%s', (_what, text, project) => {
    expect(projectOfPlanted(text, { 'tests/world/world.ts': '', 'a/a.ts': '' })).toBe(project);
  });

  test('a project by what its own files import, however far away', () => {
    const files = { 'a/b.ts': "import './c.ts';", 'a/c.ts': "import './b.ts';\nimport 'pg';" };
    expect(projectOfPlanted("import './b.ts';", files)).toBe('module');
  });

  test('faults by its folder, whatever it imports', () => {
    const projects = readProjects(plant({ 'tests/faults/deep/a.test.ts': "import 'playwright-core';" }));
    expect(projects.faults).toEqual(['tests/faults/deep/a.test.ts']);
  });

  test('no project when it is of an installed package or was built', () => {
    const root = plant({ 'node_modules/a/a.test.ts': '', 'cli/dist/a.test.ts': '', 'cli/a.test.ts': '' });
    expect(testFiles(root)).toEqual(['cli/a.test.ts']);
  });
});
