import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PACKED, packPackages } from '../../dev/pack-packages.ts';

// A tree with one package of two modules, and another below it, which say where they were read.

const TREE = path.resolve(import.meta.dirname, '../..');
const IMPORTS = pathToFileURL(path.join(TREE, 'bin/imports.mjs')).href;
const QUICK = `data:text/javascript,import{quickenImports}from'${IMPORTS}';quickenImports(process.cwd())`;
const PACKED_AT = /node_modules\/\.cache\/packed\/[0-9a-f]+\/many\.mjs$/;
const FOLDERS = ['cli', 'client', 'dev', 'local', 'postgres', 'sandbox', 'service', 'wire'];
const AS_INSTALLED = /node_modules\/many\/where\.js$/;

let root: string;

beforeEach(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'fairway-imports-')));
  await write('package.json', '{"type":"module"}');
  await install('many', '1.0.0');
  await write('node_modules/many/index.js', `export * from './where.js';`);
  await write('node_modules/many/where.js', `import 'below'; export const where = import.meta.url;`);
  await install('below', '1.0.0');
  await write('node_modules/below/index.js', 'globalThis.below = 1;');
  await write('part.ts', `export type Word = string; export { where } from 'many';`);
  await write(
    'program.ts',
    `import { where, type Word } from './part.ts'; console.log(where satisfies Word);`,
  );
});

afterEach(() => rm(root, { recursive: true }));

async function write(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(root, file)), { recursive: true });
  await writeFile(path.join(root, file), text);
}

const install = (name: string, version: string) =>
  write(
    `node_modules/${name}/package.json`,
    JSON.stringify({ name, version, type: 'module', exports: './index.js' }),
  );

async function whereItWasRead(): Promise<string> {
  const flags = ['--import', QUICK, 'program.ts'];
  const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: root });
  return stdout.trim();
}

test('a package that was packed is read as one file', async () => {
  await packPackages(root, ['many']);
  expect(await whereItWasRead()).toMatch(PACKED_AT);
});

test('a package that was not packed is read as it was installed', async () => {
  expect(await whereItWasRead()).toMatch(AS_INSTALLED);
});

test.each(['many', 'below'])(
  'with another version of %s than was packed all are read as installed, until they are packed again',
  async (name) => {
    await packPackages(root, ['many']);
    await install(name, '1.0.1');
    await write('node_modules/below/index.js', 'globalThis.below = 2;');
    expect(await whereItWasRead()).toMatch(AS_INSTALLED);
    await packPackages(root, ['many']);
    const where = await whereItWasRead();
    expect(where).toMatch(PACKED_AT);
    expect(await readFile(fileURLToPath(where), 'utf8')).toContain('below = 2');
  },
);

test('what is packed twice is packed as it was', async () => {
  await packPackages(root, ['many']);
  const before = await whereItWasRead();
  await packPackages(root, ['many']);
  expect(await whereItWasRead()).toBe(before);
});

test.each([
  ['cut short', (file: string) => truncate(file)],
  ['gone', (file: string) => rm(file)],
])(
  'where what was packed is %s the package is read as it was installed, until it is packed again',
  async (_, harm) => {
    await packPackages(root, ['many']);
    await harm(fileURLToPath(await whereItWasRead()));
    expect(await whereItWasRead()).toMatch(AS_INSTALLED);
    await packPackages(root, ['many']);
    expect(await whereItWasRead()).toMatch(PACKED_AT);
  },
);

test('whatever this tree imports of a package that it packs is packed', () => {
  const packages = PACKED.map((name) => name.split('/')[0]!);
  const imported = FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: TREE }))
    .flatMap((file) => [...readFileSync(path.join(TREE, file), 'utf8').matchAll(/ from '([^'.][^']*)'/g)])
    .map(([, name]) => name!)
    .filter((name) => packages.includes(name.split('/')[0]!));
  expect([...new Set(imported)].toSorted()).toEqual(PACKED.toSorted());
});
