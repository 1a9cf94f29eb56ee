import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Imports } from '../../tests/world/imports.ts';

/** Which files were found good, as they stand now with everything that they reach. */
export interface Memory {
  /** Those of `files` that were not. */
  unknown(files: readonly string[]): string[];
  keep(files: readonly string[]): void;
}

/** What is judged, and by what. */
interface Judgement {
  /** All there is: what is gone is forgotten. */
  files: readonly string[];
  /** Files that it depends on without importing them. */
  settings: readonly string[];
  imports: Imports;
}

/** Remembers in `store` what was judged. The content counts and not the time: what is taken back is known again. */
export function openMemory(root: string, store: string, { files, settings, imports }: Judgement): Memory {
  const known = read(store);
  const keyOf = keys(root, { settings, imports });
  return {
    unknown: (asked) => asked.filter((file) => files.includes(file) && known[file] !== keyOf(file)),
    keep: (good) => {
      const kept = Object.entries({ ...known, ...Object.fromEntries(good.map((it) => [it, keyOf(it)])) });
      write(store, Object.fromEntries(kept.filter(([file]) => files.includes(file))));
    },
  };
}

function keys(root: string, { settings, imports }: Omit<Judgement, 'files'>): (file: string) => string {
  const contents = new Map<string, string>();
  const contentOf = (file: string): string => {
    const found = contents.get(file) ?? hash(readFileSync(path.join(root, file)));
    contents.set(file, found);
    return found;
  };
  const common = hash([process.version, ...settings.map(contentOf)].join());
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
