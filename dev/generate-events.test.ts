import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { canonicalJson, type Json } from '../service/src/lib/canonical-json.ts';
import { checkEvent } from '../tests/world/events.ts';
import { EVENT_TYPES } from '../wire/events/registry.ts';
import { FOLDER, goldenFiles } from './generate-events.ts';

test('docs/events holds one file for each type, and no other', async () => {
  expect((await readdir(FOLDER)).toSorted()).toEqual(EVENT_TYPES.map((type) => `${type}.json`).toSorted());
});

test.each(EVENT_TYPES)('docs/events/%s.json is what the registry says, to the byte', async (type) => {
  const written = await readFile(new URL(`${type}.json`, FOLDER), 'utf8');
  expect(written).toBe(goldenFiles().get(`${type}.json`));
  // One line of ASCII with sorted keys, which writing it anew does not change.
  expect(written).toMatch(/^[ -~]+$/);
  expect(canonicalJson(JSON.parse(written) as Json)).toBe(written);
  expect(() => checkEvent({ type, body: written })).not.toThrow();
});
