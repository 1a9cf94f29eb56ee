import path from 'node:path';
import { readIfThere } from '../local/files.ts';
import { choosePlace } from './postgres/place.ts';
import { SUPERUSER } from './postgres/server.ts';
import { isAlive } from '../local/processes.ts';

const SERVICE_DATABASE = 'fairway';
const PORT_LINE = 3;

/** The address of the service's database on the PostgreSQL that runs on this home. Refuses with a sentence when none does. */
export async function findRunningDatabase(home: string): Promise<string> {
  const { base } = await choosePlace(home, () => undefined);
  const lines = (await readIfThere(path.join(base, 'postgres', 'postmaster.pid')))?.split('\n') ?? [];
  const password = (await readIfThere(path.join(home, 'postgres-password')))?.trim();
  const port = Number(lines[PORT_LINE]);
  if (!password || !port || !isAlive(Number(lines[0])))
    throw new Error(`No npm start runs on ${home}: start one, or set DATABASE_URL.`);
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${SERVICE_DATABASE}`;
}
