import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readAssets, toJavaScript } from './assets.ts';

const SCRIPTS_GZIP_MAX = 25 * 1024;

describe("the pages' own files", () => {
  const assets = readAssets();

  it('are small enough: the scripts of all pages together, compressed', () => {
    const scripts = [...assets.files].filter(([name]) => name.endsWith('.js'));
    const bytes = scripts.reduce((sum, [, file]) => sum + file.gzip.length, 0);
    expect(bytes).toBeLessThan(SCRIPTS_GZIP_MAX);
  });

  it('import only one another', () => {
    for (const [name, file] of assets.files) {
      const imported = [...file.plain.toString().matchAll(/from '([^']+)'/g)].map(([, from]) => from!);
      for (const from of imported)
        expect(
          assets.files.has(path.posix.join(path.posix.dirname(name), from)),
          `${name} imports ${from}`,
        ).toBe(true);
    }
  });

  it('lose their types and keep what they do', () => {
    const source =
      "import type { A } from './a.ts';\nimport { b } from './b-c.ts';\nexport const x: A = b as A;\n";
    expect(toJavaScript(source).replace(/ +/g, ' ').trim()).toBe(
      "import { b } from './b-c.js';\nexport const x = b ;",
    );
  });

  it('have a hash that is the same for the same files', () => {
    expect(readAssets().hash).toBe(assets.hash);
    expect(assets.hash).toMatch(/^[\w-]{16}$/);
  });
});
