import { format, resolveConfig } from 'prettier';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from '../../../../tests/world/world.ts';
import { RECORDING_FILE } from './recorded.ts';
import { recordScenes } from './recorded-scenes.fixture.ts';

const LIMIT_MS = 300_000;

let world: World;

beforeAll(async () => {
  world = await startWorld();
});

afterAll(async () => {
  await world.close();
});

it(
  'the examples of the document are what the service answers; `npm run examples` writes them anew',
  async () => {
    const file = fileURLToPath(RECORDING_FILE);
    const recording = JSON.stringify(await recordScenes(world));
    const text = await format(recording, { ...(await resolveConfig(file)), parser: 'json' });
    await expect(text).toMatchFileSnapshot(file);
  },
  LIMIT_MS,
);
