import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { builtFiles, releaseFolder, sdkVersion } from './build-sdk.ts';

const KIB = 1024;

test('the files that are served are what their sources make; `npm run sdk` writes them', async () => {
  const folder = releaseFolder(await sdkVersion());
  const built = await builtFiles();
  expect((await readdir(folder)).toSorted()).toEqual([...built.keys()].toSorted());
  for (const [name, text] of built) {
    expect({ name, text: await readFile(path.join(folder, name), 'utf8') }).toEqual({ name, text });
  }
});

test.each([
  ['fairway.js', 15 * KIB],
  ['fairway.mjs', 15 * KIB],
  ['embed.js', 6 * KIB],
  ['embed.mjs', 6 * KIB],
  ['loader.js', 1.5 * KIB],
  ['loader.mjs', 1.5 * KIB],
])('%s has at most %i bytes, compressed', async (name, most) => {
  const text = await readFile(path.join(releaseFolder(await sdkVersion()), name));
  expect(gzipSync(text, { level: 9 }).length).toBeLessThanOrEqual(most);
});

test('the README says what the files weigh', async () => {
  const readme = await readFile(new URL('../web/sdk/README.md', import.meta.url), 'utf8');
  for (const name of ['fairway.js', 'fairway.mjs']) {
    const text = await readFile(path.join(releaseFolder(await sdkVersion()), name));
    const weight = gzipSync(text, { level: 9 }).length / 1000;
    expect(readme, name).toContain(`${weight.toFixed(1)} KB`);
  }
});

test('the package names the files of its own version', async () => {
  const version = await sdkVersion();
  const manifest = await readFile(new URL('../web/sdk/package.json', import.meta.url), 'utf8');
  const named = [...manifest.matchAll(/releases\/([\d.]+)\//g)].map(([, named]) => named);
  expect(new Set(named)).toEqual(new Set([version]));
});
