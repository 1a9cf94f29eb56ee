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

  it('import nothing: a browser asks once', () => {
    for (const [name, file] of assets.files)
      expect(file.plain.toString(), name).not.toMatch(/^\s*(import|export)\b/m);
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
