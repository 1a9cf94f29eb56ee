import { spawnSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type * as Made from './index.ts';
import type * as Published from './types/index.d.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const LIMIT_MS = 180_000;

// Within the tree, where React's types are found.
mkdirSync(path.join(ROOT, 'node_modules', '.cache'), { recursive: true });
const project = mkdtempSync(path.join(ROOT, 'node_modules', '.cache', 'react-readme-'));
afterAll(() => rmSync(project, { recursive: true, force: true }));

/** Compiled only: what is made fits what is published. */
export const asPublished = (made: typeof Made): typeof Published => made;

test(
  'what the README shows compiles strictly, and an environment that there is not does not',
  () => {
    const [, shown] = /```tsx\n([^]*?)```/.exec(
      readFileSync(path.join(import.meta.dirname, 'README.md'), 'utf8'),
    )!;
    const compilerOptions = {
      target: 'es2022',
      strict: true,
      // Those of React are checked, the language's own are not.
      skipDefaultLibCheck: true,
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
    const files = {
      'page.tsx': shown!,
      'wrong.tsx': shown!.replace('environment="sandbox"', '// @ts-expect-error\nenvironment="test"'),
    };
    const settings = { compilerOptions, files: Object.keys(files) };
    for (const [name, text] of Object.entries({ ...files, 'tsconfig.json': JSON.stringify(settings) })) {
      writeFileSync(path.join(project, name), text);
    }
    const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc');
    const run = spawnSync(process.execPath, [compiler, '-p', project], {
      encoding: 'utf8',
      timeout: LIMIT_MS,
    });
    expect(run.stdout).toBe('');
    expect(run.status).toBe(0);
  },
  LIMIT_MS,
);
