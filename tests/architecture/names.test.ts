import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SERVICE = fileURLToPath(new URL('../../service/src/', import.meta.url));
const NAMED = /^export (?:async )?function ((?:sweep|forget|hearOf)[A-Z]\w*)/gm;
const FROM_MODULES = /^import \{([^}]*)\} from '\.\.\/modules\/[^']*';/gm;

/** Of a sweep that is a pool of work, the verb that makes it says `sweepOf`. */
function fileOf(name: string): string {
  const kebab = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `${kebab.replace(/^sweep-of-/, 'sweep-')}.ts`;
}

const textOf = (file: string) => readFileSync(path.join(SERVICE, file), 'utf8');

test('a sweep, what forgets and what hears of news stands in a file of its name', () => {
  const files = globSync('modules/*/*.ts', { cwd: SERVICE, exclude: ['**/*.{test,fixture}.ts'] });
  const named = files.flatMap((file) =>
    [...textOf(file).matchAll(NAMED)].map(([, name]) => ({ file: path.basename(file), name: name! })),
  );
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter(({ file, name }) => file !== fileOf(name))).toEqual([]);
});

test('what the worker takes of a module by itself sweeps or forgets', () => {
  const taken = [...textOf('worker/sweeps.ts').matchAll(FROM_MODULES)].flatMap(([, names]) =>
    names!.split(',').map((name) => name.trim()),
  );
  const verbs = taken.filter((name) => /^[a-z]/.test(name));
  expect(verbs.length).toBeGreaterThan(0);
  expect(verbs.filter((name) => !/^(?:sweep|forget)[A-Z]/.test(name))).toEqual([]);
});
