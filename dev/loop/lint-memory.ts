import { globSync } from 'node:fs';
import path from 'node:path';
import { readImports } from '../../tests/world/imports.ts';
import { type Memory, openMemory } from './memory.ts';

const LINTED = '**/*.{ts,tsx,mts,js,mjs,cjs}';
// As the linter itself ignores them.
const IGNORED = ['node_modules', '.fairway', 'dist', 'coverage', '.git'];
// What else the linter's judgement depends on.
const SETTINGS = [
  'eslint.config.js',
  'tsconfig.json',
  'web/tsconfig.json',
  'package.json',
  'package-lock.json',
];

/** Which files the linter found good, as they are now. */
export interface LintMemory extends Pick<Memory, 'keep'> {
  /** Those of `files`, or of all files, that it has not seen so. */
  unknown(files: readonly string[] | null): string[];
}

/** Remembers in `store` what was linted. Some rules ask for types, and those come from other files: a union that grows
 *  makes a switch elsewhere incomplete. So a file is known only with everything that it reaches. */
export function openLintMemory(root: string, store: string): LintMemory {
  const files = lintedFiles(root);
  // Declarations speak of all files without being imported.
  const settings = [...SETTINGS, ...files.filter((file) => /\.d\.m?ts$/.test(file))];
  const memory = openMemory(root, store, { files, settings, imports: readImports(root, { types: true }) });
  return { ...memory, unknown: (asked) => memory.unknown(asked ?? files) };
}

function lintedFiles(root: string): string[] {
  const exclude = (name: string) => IGNORED.includes(path.basename(name));
  return globSync(LINTED, { cwd: root, exclude }).map((file) => file.replaceAll(path.sep, '/'));
}
