import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { CODES } from '../service/src/contract/codes.ts';
import { GUIDE, guideWithCodes } from './generate-codes.ts';

test('docs/errors.md has every code with its status, its words and what to do', async () => {
  const written = await readFile(GUIDE, 'utf8');
  expect(written).toBe(await guideWithCodes());
  for (const { code, status } of CODES)
    expect(written).toMatch(new RegExp(`^\\| ${status} +\\| \`${code}\``, 'm'));
});
