import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readImports } from '../../tests/world/imports.ts';

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
export interface LintMemory {
  /** Those of `files`, or of all files, that it has not seen so. */
  unknown(files: readonly string[] | null): string[];
  keep(files: readonly string[]): void;
}

/** Remembers in `store` what was linted. Some rules ask for types, and those come from other files: a union that grows
 *  makes a switch elsewhere incomplete. So a file is known only with everything that it reaches. */
export function openLintMemory(root: string, store: string): LintMemory {
  const known = read(store);
  const keyOf = keys(root);
  const all = lintedFiles(root);
  return {
    unknown: (files) => (files ?? all).filter((file) => all.includes(file) && known[file] !== keyOf(file)),
    keep: (files) => {
      const kept = Object.entries({ ...known, ...Object.fromEntries(files.map((it) => [it, keyOf(it)])) });
      write(store, Object.fromEntries(kept.filter(([file]) => all.includes(file))));
    },
  };
}

function lintedFiles(root: string): string[] {
  const exclude = (name: string) => IGNORED.includes(path.basename(name));
  return globSync(LINTED, { cwd: root, exclude }).map((file) => file.replaceAll(path.sep, '/'));
}

function keys(root: string): (file: string) => string {
  const imports = readImports(root, { types: true });
  const contents = new Map<string, string>();
  const contentOf = (file: string): string => {
    const found = contents.get(file) ?? hash(readFileSync(path.join(root, file)));
    contents.set(file, found);
    return found;
  };
  // Declarations speak of all files without being imported.
  const everywhere = lintedFiles(root).filter((file) => /\.d\.m?ts$/.test(file));
  const common = hash([process.version, ...[...SETTINGS, ...everywhere].map(contentOf)].join());
  return (file) => {
    const reached = [...imports.reachedFrom(file)].filter((it) => !it.startsWith('package:')).sort();
    return hash([common, ...reached.map((it) => `${it} ${contentOf(it)}`)].join());
  };
}

function hash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64url');
}

function read(store: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(store, 'utf8')) as Record<string, string>;
  } catch {
    return {};
  }
}

function write(store: string, known: Record<string, string>): void {
  const draft = `${store}.${process.pid}`;
  mkdirSync(path.dirname(store), { recursive: true });
  writeFileSync(draft, JSON.stringify(known));
  renameSync(draft, store);
}
