import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EXIT } from '../exit-codes.ts';
import { openState } from './state.ts';

const CHANNEL = '01900000-0000-7000-8000-000000000001';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'fairway-state-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

test.each([
  'notes of mine',
  'null',
  '[]',
  '"start"',
  '{"channel_id":"","cursor":"start","secret":"whsec_x"}',
  `{"channel_id":"${CHANNEL}","cursor":"beginning","secret":"whsec_x"}`,
  `{"channel_id":"${CHANNEL}","cursor":7,"secret":"whsec_x"}`,
  `{"channel_id":"${CHANNEL}","cursor":"start","secret":{}}`,
])("a file that holds %s is no listener's state, and is left alone", async (text) => {
  const file = path.join(home, 'cursor.json');
  await writeFile(file, text);
  await expect(openState(file, CHANNEL)).rejects.toMatchObject({
    exitCode: EXIT.usage,
    message: `${file} is not a listener's state: name another --cursor-file, or remove it.`,
  });
  expect(await readFile(file, 'utf8')).toBe(text);
  expect(await readdir(home)).toEqual(['cursor.json']);
});
