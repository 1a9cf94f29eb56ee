import { spawnSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type * as Made from './index.ts';
import type * as Published from './types/index.d.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const LIMIT_MS = 60_000;

// Within the tree, where React's types are found.
mkdirSync(path.join(ROOT, 'node_modules', '.cache'), { recursive: true });
const project = mkdtempSync(path.join(ROOT, 'node_modules', '.cache', 'react-readme-'));
afterAll(() => rmSync(project, { recursive: true, force: true }));

/** Compiled only: what is made fits what is published. */
export const asPublished = (made: typeof Made): typeof Published => made;

test(
  'what the README shows compiles strictly, the types of the packages included',
  () => {
    const [, shown] = /```tsx\n([^]*?)```/.exec(
      readFileSync(path.join(import.meta.dirname, 'README.md'), 'utf8'),
    )!;
    const compilerOptions = {
      target: 'es2022',
      strict: true,
      noEmit: true,
      module: 'esnext',
      moduleResolution: 'bundler',
      exactOptionalPropertyTypes: true,
      jsx: 'react-jsx',
      types: [],
      paths: {
        '@fairway/react': [path.join(ROOT, 'web/react/types/index.d.ts')],
        '@fairway/sdk': [path.join(ROOT, 'web/sdk/types/fairway.d.ts')],
      },
    };
    writeFileSync(
      path.join(project, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['page.tsx'] }),
    );
    const compile = (text: string) => {
      writeFileSync(path.join(project, 'page.tsx'), text);
      const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc');
      return spawnSync(process.execPath, [compiler, '-p', project], { encoding: 'utf8', timeout: LIMIT_MS })
        .stdout;
    };
    expect(compile(shown!)).toBe('');
    expect(compile(shown!.replace('"sandbox"', '"test"'))).toMatch(/'"test"' is not assignable/);
  },
  LIMIT_MS,
);
