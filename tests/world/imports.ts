import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

// A statement begins a line, as the formatter has it; a dynamic import may stand anywhere.
const STATEMENT = /^(?:import|export)\s(type\s)?(?:[^'"`;]*?\sfrom\s)?'([^'\n]+)'/gm;
const DYNAMIC = /\bimport\(\s*'([^'\n]+)'\s*\)/g;
const SOURCE = /\.(?:[cm]?ts|tsx)$/;

/** A file from the root of the checkout, or the name of a package. */
export type Target = string;

export interface Imports {
  /** Everything that `file` imports, directly or through what it imports, and itself. */
  reachedFrom(file: Target): ReadonlySet<Target>;
}

/** Reads who imports whom below `root`, each file once. `types: false` leaves out what is erased before a program runs. */
export function readImports(root: string, options: { types: boolean }): Imports {
  const read = new Map<Target, Target[]>();
  const importsOf = (file: Target): Target[] => {
    const known = read.get(file);
    if (known) return known;
    const found = SOURCE.test(file) ? importsIn(root, file, options) : [];
    read.set(file, found);
    return found;
  };
  return {
    reachedFrom: (file) => {
      const reached = new Set([file]);
      // A set grows while it is walked, and what is added is walked as well.
      for (const next of reached) for (const target of importsOf(next)) reached.add(target);
      return reached;
    },
  };
}

function importsIn(root: string, file: Target, { types }: { types: boolean }): Target[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const stated = [...text.matchAll(STATEMENT)].filter(([, type]) => types || !type);
  const names = [
    ...stated.map(([, , name]) => name!),
    ...[...text.matchAll(DYNAMIC)].map(([, name]) => name!),
  ];
  return [...new Set(names.map((name) => targetOf(file, name)))].filter(
    // What tests plant as text is no file.
    (target) => isPackage(target) || existsSync(path.join(root, target)),
  );
}

function targetOf(file: Target, name: string): Target {
  if (!name.startsWith('.')) return packageOf(name);
  return path.posix.join(path.posix.dirname(file), name);
}

// 'vitest/node' is of the package vitest; 'node:fs' is as good as a package.
function packageOf(name: string): string {
  return `package:${name.split('/', name.startsWith('@') ? 2 : 1).join('/')}`;
}

function isPackage(target: Target): boolean {
  return target.startsWith('package:');
}
