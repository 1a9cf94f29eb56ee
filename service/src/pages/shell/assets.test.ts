import { describe, expect, it } from 'vitest';
import { gzipSync } from 'node:zlib';
import { readAssets, toJavaScript } from './assets.ts';

const SCRIPTS_GZIP_MAX = 25 * 1024;

describe("the pages' own scripts", () => {
  const { scripts } = readAssets();

  it('are small enough: those of all pages together, compressed', () => {
    const bytes = Object.values(scripts).reduce((sum, { text }) => sum + gzipSync(text).length, 0);
    expect(bytes).toBeLessThan(SCRIPTS_GZIP_MAX);
  });

  it('import nothing', () => {
    for (const [name, { text }] of Object.entries(scripts))
      expect(text, name).not.toMatch(/^\s*(import|export)\b/m);
  });

  it('lose their types and keep what they do', () => {
    const source =
      "import type { A } from './a.ts';\nimport { b } from './b-c.ts';\nexport const x: A = b as A;\n";
    expect(toJavaScript(source).replace(/ +/g, ' ').trim()).toBe(
      "import { b } from './b-c.js';\nexport const x = b ;",
    );
  });
});
