import { sql } from 'kysely';
import { inTransaction } from '../machine/store/sql.ts';
import type { Wing } from '../machine/wing.ts';
import type { World as MachineWorld } from '../machine/world.ts';
import { timerActions } from './acts/timers.ts';
import { personRoutes } from './control/routes.ts';
import { PPCP_FAULTS } from './faults.ts';
import { addressees } from './notices/transmission.ts';
import { servePages } from './pages/index.ts';
import { serveSdk } from './sdk/serve.ts';
import { provideSigningKeys } from './shapes/keys.ts';
import { PPCP_RECORDS } from './shapes/records.ts';
import { seed } from './shapes/seed.ts';
import type { WalletIdentity, World } from './shapes/world.ts';
import { serveApi } from './api/index.ts';

export interface PpcpOptions {
  wallet: WalletIdentity;
  /** Where the service hears the wallet provider; asked at each send. */
  notice_url: () => string | null;
}

/** The wallet provider with its sellers and buyers. */
export async function openPpcp(machine: MachineWorld, options: PpcpOptions): Promise<Wing> {
  const keys = await provideSigningKeys(machine.db);
  const world: World = { ...machine, wallet: options.wallet, noticeUrl: options.notice_url, keys };
  await prepare(world);
  return {
    records: PPCP_RECORDS,
    api: { serve: (app, calls) => serveApi(app, world, calls) },
    browser: (app) => serveSdk(app, world),
    pages: (app) => servePages(app, world),
    routes: personRoutes(world),
    rooms: async () => (await import('./inspector/index.ts')).ppcpRooms(world),
    faults: PPCP_FAULTS,
    addressees: () => addressees(world),
    timers: timerActions(world),
    expiring: ['replay'],
    seed: (tx) => seed(tx, world),
  };
}

async function prepare(world: World): Promise<void> {
  await sql`
    create index if not exists records_refunds on records ((body ->> 'capture_id'), seq)
    where kind = 'refund'`.execute(world.db);
  // Only a sandbox without accounts is a fresh one: they are never deleted, save by a reset.
  const { rows: known } = await sql`select 1 from records where kind = 'account' limit 1`.execute(world.db);
  if (known.length === 0) await inTransaction(world.db, (tx) => seed(tx, world));
}
