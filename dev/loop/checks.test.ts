import { expect, test } from 'vitest';
import { compilerFor } from './checks.ts';

test('where the compiler is no program for the machine, the one that runs everywhere checks the types', () => {
  expect(compilerFor({ platform: 'plan9', arch: 'x64' })).toEqual(['typescript/bin/tsc']);
});
