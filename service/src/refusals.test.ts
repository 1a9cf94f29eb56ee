import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { REFUSALS } from './refusals.ts';

const OF_THE_SERVICE = ['{http,modules,pages,worker}/**/*.ts', '*.ts'];
const NOT_MEANT = ['**/*.test.ts', '**/*.fixture.ts', '**/fixtures/**', 'refusals.ts'];

test('every refusal of the catalogue is one that somebody gives', () => {
  const files = globSync(OF_THE_SERVICE, { cwd: import.meta.dirname, exclude: NOT_MEANT });
  const text = files.map((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8')).join('\n');
  const unused = Object.keys(REFUSALS).filter((name) => !new RegExp(`['"]${name}['"]`).test(text));
  expect(unused).toEqual([]);
});
