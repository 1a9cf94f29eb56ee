import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { REFUSALS } from './refusals.ts';

const OF_THE_SERVICE = ['{http,modules,pages,worker}/**/*.ts', '*.ts'];
const NOT_MEANT = ['**/*.test.ts', '**/*.fixture.ts', '**/fixtures/**', 'refusals.ts'];
const WIRE = fileURLToPath(new URL('../../wire/', import.meta.url));
const OF_THE_WIRE = ['call-refusals.ts', '*/refusals.ts'];

test('every refusal of the catalogue is one that somebody gives', () => {
  const files = globSync(OF_THE_SERVICE, { cwd: import.meta.dirname, exclude: NOT_MEANT });
  const text = files.map((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8')).join('\n');
  const unused = Object.keys(REFUSALS).filter((name) => !new RegExp(`['"]${name}['"]`).test(text));
  expect(unused).toEqual([]);
});

test('every noun has its refusals in the catalogue, and no name means two things', async () => {
  const files = globSync(OF_THE_WIRE, { cwd: WIRE });
  const modules = await Promise.all(files.map((file) => import(path.join(WIRE, file)) as Promise<object>));
  const names = modules.flatMap((module) => Object.values(module).flatMap((of: object) => Object.keys(of)));
  expect(names.toSorted()).toEqual(Object.keys(REFUSALS).toSorted());
});
