import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chromiumPath } from './chromium.fixture.ts';

// A package that unpacks as the real one does: into the folder for temporary files, a piece at a time, and as long as it is
// told to wait behind the first.
const UNPACKS = `
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
const file = path.join(tmpdir(), 'chromium');
export default {
  async executablePath() {
    writeFileSync(file, 'first');
    if (existsSync(new URL('dies', import.meta.url))) process.exit(1);
    await new Promise((resolve) => setTimeout(resolve, 200));
    appendFileSync(file, ' second');
  },
};`;

let modules: string;
const packaged = () => path.join(modules, '@sparticuz/chromium');
beforeEach(async () => {
  modules = path.join(await mkdtemp(path.join(tmpdir(), 'fairway-chromium-')), 'node_modules');
  await mkdir(packaged(), { recursive: true });
  await writeFile(
    path.join(packaged(), 'package.json'),
    '{"version":"1.2.3","type":"module","main":"index.js"}',
  );
  await writeFile(path.join(packaged(), 'index.js'), UNPACKS);
});
afterEach(() => rm(path.dirname(modules), { recursive: true, force: true }));

test('whoever asks meanwhile waits for a whole browser, and what was unpacked twice is kept once', async () => {
  const found = await Promise.all([1, 2, 3].map(() => chromiumPath(modules)));
  expect(new Set(found)).toEqual(new Set([path.join(modules, '.cache/chromium-1.2.3/chromium')]));
  expect(await readFile(found[0]!, 'utf8')).toBe('first second');
  expect(await readdir(path.join(modules, '.cache'))).toEqual(['chromium-1.2.3']);
});

test('what was begun by a process that died is taken for nothing', async () => {
  const dies = path.join(packaged(), 'dies');
  await writeFile(dies, '');
  await expect(chromiumPath(modules)).rejects.toThrow();
  expect(existsSync(path.join(modules, '.cache/chromium-1.2.3'))).toBe(false);
  await rm(dies);
  expect(await readFile(await chromiumPath(modules), 'utf8')).toBe('first second');
});
