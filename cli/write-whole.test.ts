import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UsageError } from './command.ts';
import { writePieces, writeWhole } from './write-whole.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fairway-whole-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function* pieces(...texts: string[]): AsyncGenerator<string, void> {
  yield* texts;
}

test('a file stands whole under its name, and a pipe stays one', async () => {
  const file = path.join(folder, 'file');
  expect(await writeWhole(file, (to) => writePieces(to, pieces('old')))).toBe(3);
  await writeWhole(file, (to) => writePieces(to, pieces('ne', 'w')));
  const pipe = path.join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const read = readFile(pipe, 'utf8');
  expect(await writeWhole(pipe, (to) => writePieces(to, pieces('ta', 'ble')))).toBe(5);
  expect([await readFile(file, 'utf8'), await read]).toEqual(['new', 'table']);
  expect((await stat(pipe)).isFIFO()).toBe(true);
  expect((await readdir(folder)).sort()).toEqual(['file', 'pipe']);
});

test.each([
  ['a folder that is not there', 'nowhere/table.csv', 'ENOENT'],
  ['a folder itself', '.', 'EISDIR'],
])('what cannot be written, %s, is told by the name that was given', async (_what, given, code) => {
  const name = path.join(folder, given);
  const written = writeWhole(name, (to) => writePieces(to, pieces('table')));
  await expect(written).rejects.toThrow(new UsageError(`${name} cannot be written: ${code}`));
});
