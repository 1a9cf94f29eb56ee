import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { travel } from './itinerary.ts';
import { makeNarrator } from './narrator.ts';
import { readLivingRecord } from '../local/record.ts';
import { homeFolder } from '../local/home.ts';
import { readSettings, refuseOptions } from './settings.ts';
import type { Deployment } from '../local/parties.ts';
import { openWorld } from './world.ts';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

let close = async (): Promise<void> => undefined;
for (const signal of STOP_SIGNALS) process.once(signal, () => void close().then(() => process.exit(1)));

try {
  const how = 'it uses the npm start that runs on FAIRWAY_HOME, or else a service of its own';
  refuseOptions('npm run journey', process.argv.slice(2), how);
  const deployment = await findDeployment();
  const mark = randomBytes(4).toString('hex');
  await travel(
    deployment,
    mark,
    makeNarrator((line) => console.log(line)),
  );
  console.log('\nEvery step held.');
} catch (error) {
  console.error(`\n✗ FAILED: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await close();
}
process.exit();

/** The `npm start` that runs on our home, or else a deployment of our own that leaves nothing behind. */
async function findDeployment(): Promise<Deployment> {
  const record = await readLivingRecord(homeFolder(process.env, root));
  if (record) {
    console.log(`Using the service that runs at ${record.base_url}.`);
    return record;
  }
  console.log('No npm start runs: starting a service for this journey only.');
  const home = await mkdtemp(path.join(tmpdir(), 'fairway-journey-'));
  close = () => rm(home, { recursive: true, force: true });
  const settings = await readSettings({ ...process.env, PORT: '0', SANDBOX_PORT: '0' }, home);
  const world = await openWorld(settings, (line) => console.log(line));
  close = async () => {
    await world.close();
    await rm(home, { recursive: true, force: true });
  };
  return world.deployment;
}
