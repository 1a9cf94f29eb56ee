import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openGivenServer } from './given-server.ts';
import { openKeptServer } from './kept-server.ts';
import { type TestServer, openFreshServer } from './test-server.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
// What the database of the service is made by.
const MIGRATIONS = ['service/migrations', 'service/src/db'];
const HASH_LENGTH = 16;
const SHARED = Symbol.for('fairway.test-server');

interface Shared {
  users: number;
  opened: Promise<TestServer>;
  /** Where the processes of the run write down what they hear. */
  statements: string;
}

/** Runs before the tests of each project that needs a database, and the returned function after them: one PostgreSQL for
 *  all projects of a run. It is the one that DATABASE_URL names, or the one that this checkout keeps between runs, or
 *  one for this run alone. */
export async function setup(): Promise<() => Promise<void>> {
  const shared = (shelf[SHARED] ??= {
    users: 0,
    opened: openServer(process.env),
    statements: mkdtempSync(path.join(tmpdir(), 'fairway-statements-')),
  });
  shared.users += 1;
  const server = await shared.opened;
  process.env.TEST_STATEMENTS = shared.statements;
  process.env.TEST_DATABASE_SERVER = server.url;
  process.env.TEST_DATABASE_PREFIX = server.prefix;
  process.env.TEST_DATABASE_CLONING = server.cloning;
  process.env.TEST_DATABASE_TEMPLATE = templateName(server, migrationsHash(ROOT));
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    delete shelf[SHARED];
    rmSync(shared.statements, { recursive: true, force: true });
    await server.close({ keep: process.env.TEST_DATABASE_TEMPLATE ?? '' });
  };
}

// Each project loads this file for itself, and all of them live in one process.
const shelf = globalThis as { [SHARED]?: Shared };

/** What nobody can have left behind is built where it must not be stale: with CI set, as continuous integration does; and
 *  where it is asked for by TEST_SERVER=new. */
export async function openServer(environment: NodeJS.ProcessEnv, root = ROOT): Promise<TestServer> {
  const { DATABASE_URL: given, CI: ci = '', TEST_SERVER: asked } = environment;
  if (given) return openGivenServer(given);
  const mayKeep = asked !== 'new' && (ci === '' || ci === 'false' || ci === '0');
  const folder = path.join(root, 'node_modules', '.cache', 'test-database');
  return (mayKeep ? await openKeptServer(folder) : null) ?? openFreshServer();
}

// On a server that is kept a template outlives the run, so its name says what it was made by.
function templateName(server: TestServer, hash: string): string {
  return server.isKept ? `template_${hash}` : `${server.prefix}template`;
}

/** Changes with every file that a database of the service is made by. */
export function migrationsHash(root: string): string {
  const hash = createHash('sha256');
  for (const folder of MIGRATIONS) {
    for (const name of readdirSync(path.join(root, folder)).sort()) {
      hash
        .update(`${folder}/${name}\0`)
        .update(readFileSync(path.join(root, folder, name)))
        .update('\0');
    }
  }
  return hash.digest('hex').slice(0, HASH_LENGTH);
}
