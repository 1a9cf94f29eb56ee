import { readImports } from '../../tests/world/imports.ts';
import { type Memory, openMemory } from './memory.ts';

// What else a pure test's outcome depends on.
const SETTINGS = ['vitest.config.ts', 'package.json', 'package-lock.json'];
// By these a test sees files that it does not import.
const SEES_MORE = ['package:node:fs', 'package:node:module', 'package:node:worker_threads'];
// Whose own imports are not read.
const UNREAD = /\.[cm]?js$/;

/** Which of `files`, of pure tests, passed as they stand now. What reads files, or starts others, is never one of them:
 *  what it tells may have changed though nothing that it imports has. */
export function openTestMemory(root: string, store: string, files: readonly string[]): Memory {
  const imports = readImports(root, { types: false });
  const memory = openMemory(root, store, { files, settings: SETTINGS, imports });
  const seesMore = (file: string) =>
    [...imports.reachedFrom(file)].some((it) => SEES_MORE.includes(it) || UNREAD.test(it));
  return {
    ...memory,
    unknown: (asked) => {
      const unknown = new Set(memory.unknown(asked));
      return asked.filter((file) => unknown.has(file) || seesMore(file));
    },
  };
}
