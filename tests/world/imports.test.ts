import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { packPackages } from '../../dev/pack-packages.ts';

// A tree with one package of two modules, which says where it was read.

const IMPORTS = pathToFileURL(path.resolve(import.meta.dirname, '../../bin/imports.mjs')).href;
const QUICK = `data:text/javascript,import{quickenImports}from'${IMPORTS}';quickenImports(process.cwd())`;
const PACKED = /node_modules\/\.cache\/packed\/[0-9a-f]+\/many\.mjs$/;
const AS_INSTALLED = /node_modules\/many\/where\.js$/;

let root: string;

beforeEach(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'fairway-imports-')));
  await write('package.json', '{"type":"module"}');
  await install('1.0.0');
  await write('node_modules/many/index.js', `export * from './where.js';`);
  await write('node_modules/many/where.js', 'export const where = import.meta.url;');
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

const install = (version: string) =>
  write('node_modules/many/package.json', JSON.stringify({ name: 'many', version, exports: './index.js' }));

async function whereItWasRead(): Promise<string> {
  const flags = ['--import', QUICK, 'program.ts'];
  const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: root });
  return stdout.trim();
}

test('a package that was packed is read as one file', async () => {
  await packPackages(root, ['many']);
  expect(await whereItWasRead()).toMatch(PACKED);
});

test('a package that was not packed is read as it was installed', async () => {
  expect(await whereItWasRead()).toMatch(AS_INSTALLED);
});

test('a package that was packed of another version is read as it was installed, until it is packed again', async () => {
  await packPackages(root, ['many']);
  await install('1.0.1');
  expect(await whereItWasRead()).toMatch(AS_INSTALLED);
  await packPackages(root, ['many']);
  expect(await whereItWasRead()).toMatch(PACKED);
});

test('what is packed twice is packed as it was', async () => {
  await packPackages(root, ['many']);
  const before = await whereItWasRead();
  await packPackages(root, ['many']);
  expect(await whereItWasRead()).toBe(before);
});
