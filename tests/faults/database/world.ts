import { makeChannel, makeConnectedMerchant, makeReceiver, type TestMerchant } from '../../world/actors.ts';
import { createServiceDatabase } from '../../world/database.ts';
import { createSandboxDatabase } from '../../world/provider-stand-in.ts';
import { type CrashWorld, type CrashWorldOptions, startCrashWorld } from '../world/crash-world.ts';
import { ask, type PrivatePostgres, startPrivatePostgres } from '../world/private-postgres.ts';
import { startTcpProxy, type TcpProxy } from '../world/tcp-proxy.ts';

/** Whose PostgreSQL the service's database is on: that of the run, one of the world's own, or one on a disk that can be
 *  filled up. */
type ServerKind = 'shared' | 'private' | 'small';

/** A world whose service reaches its database through a door that fails; the tests have a door of their own. */
export interface DatabaseWorld extends CrashWorld {
  readonly door: TcpProxy;
  readonly server: PrivatePostgres | null;
  readonly merchant: TestMerchant;
  readonly receiver: Awaited<ReturnType<typeof makeReceiver>>;
  /** Runs one statement on the service's database, past the door. */
  ask(statement: string): Promise<Record<string, unknown>[]>;
  /** Stops the world's own server without warning and starts it again. */
  restartServer(): Promise<void>;
}

export interface DatabaseWorldOptions extends Pick<CrashWorldOptions, 'processes' | 'env' | 'leaseSeconds'> {
  on?: ServerKind;
  /** The sandbox's database is on the same server, behind the same door, as under `npm start`. */
  isSandboxBehind?: boolean;
}

/** Starts one, with a merchant that takes payments and a receiver that hears of everything. */
export async function startDatabaseWorld(options: DatabaseWorldOptions = {}): Promise<DatabaseWorld> {
  const { on = 'shared', isSandboxBehind = false } = options;
  const server = on === 'shared' ? null : await startPrivatePostgres({ isSmall: on === 'small' });
  const [service, sandbox] = await makeDatabases(server, isSandboxBehind);
  const port = portOf(service.url);
  const [door, ownDoor] = await Promise.all([startTcpProxy(port), startTcpProxy(port)]);
  const databases = {
    service: throughDoor(service.url, ownDoor),
    through: throughDoor(service.url, door),
    sandbox: isSandboxBehind ? throughDoor(sandbox.url, door) : sandbox.url,
  };
  const world = await startCrashWorld({ ...options, databases });
  const view = world.through(0);
  const channel = await makeChannel(view);
  const merchant = await makeConnectedMerchant(view, channel);
  const receiver = await makeReceiver(view, channel);
  return {
    ...{ ...world, door, server, merchant, receiver },
    ask: (statement) => ask(databases.service, statement),
    restartServer: () => server!.restartImmediately(),
    close: async () => {
      await door.pass();
      await world.close();
      await Promise.all([door.close(), ownDoor.close(), service.drop(), sandbox.drop()]);
      await server?.close();
    },
  };
}

interface Made {
  url: string;
  drop(): Promise<void>;
}

async function makeDatabases(server: PrivatePostgres | null, isBehind: boolean): Promise<[Made, Made]> {
  // What is on a server of the world's own goes with it.
  const own = async (url: Promise<string>) => ({ url: await url, drop: async () => undefined });
  return [
    server ? await own(server.createServiceDatabase('service')) : await createServiceDatabase(),
    server && isBehind ? await own(server.createDatabase('sandbox')) : await createSandboxDatabase(),
  ];
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}

function throughDoor(url: string, door: TcpProxy): string {
  const led = new URL(url);
  led.hostname = '127.0.0.1';
  led.port = String(door.port);
  return led.href;
}
