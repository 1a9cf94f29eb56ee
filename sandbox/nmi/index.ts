import { sql } from 'kysely';
import type { TimerActions } from '../machine/notices/timers.ts';
import { removeRecords } from '../machine/store/records.ts';
import type { Wing } from '../machine/wing.ts';
import type { World } from '../machine/world.ts';
import { nmiGateway } from './acts/gateway.ts';
import { settleAccount } from './acts/settlement.ts';
import { nmiRoutes } from './control.ts';
import { NMI_FAULTS } from './faults.ts';
import { serveFrames } from './frame/serve.ts';
import { addressees } from './notices/sending.ts';
import { NMI_RECORDS } from './shapes/kinds.ts';
import type { NmiWorld } from './shapes/world.ts';
import { serveApi } from './api/index.ts';

/** The gateway NMI, with an account for each merchant that asks for one. */
export async function openNmi(
  machine: World,
  options: { gateway_notice_url?: (rail: string) => string | null },
): Promise<Wing> {
  const world: NmiWorld = { ...machine, noticeUrl: () => options.gateway_notice_url?.('nmi') ?? null };
  await prepare(world);
  return {
    records: NMI_RECORDS,
    api: { prefix: '/nmi', serve: (app, calls) => serveApi(app, world, calls) },
    browser: (app) => serveFrames(app),
    routes: nmiRoutes(world),
    gateway: nmiGateway(world),
    rooms: async () => (await import('./inspector/index.ts')).nmiRooms(),
    faults: NMI_FAULTS,
    addressees: (ids) => addressees(world, ids),
    timers: timerActions(world),
    expiring: ['nmi_token'],
  };
}

function timerActions(world: NmiWorld): TimerActions {
  return {
    nmi_settle: async (tx, timer) => {
      await removeRecords(tx, 'timer', timer.id);
      await settleAccount(tx, world, timer.target_id);
    },
  };
}

async function prepare({ db }: World): Promise<void> {
  await sql`
    create index if not exists records_nmi_account on records ((body ->> 'account_id'), seq)
    where kind = 'nmi_transaction'`.execute(db);
  await sql`
    create index if not exists records_nmi_order on records ((body ->> 'account_id'), (body ->> 'order_id'))
    where kind = 'nmi_transaction'`.execute(db);
}
