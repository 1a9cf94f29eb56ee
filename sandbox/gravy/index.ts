import { sql } from 'kysely';
import type { Wing } from '../machine/wing.ts';
import type { World } from '../machine/world.ts';
import { gravyGateway } from './acts/gateway.ts';
import { timerActions } from './acts/timers.ts';
import { gravyRoutes } from './control.ts';
import { GRAVY_FAULTS } from './faults.ts';
import { serveFrame } from './frame/serve.ts';
import { addressees } from './notices/sending.ts';
import { GRAVY_RECORDS } from './shapes/kinds.ts';
import type { GravyWorld } from './shapes/world.ts';
import { serveApi } from './api/index.ts';

export interface GatewayOptions {
  /** Where the service hears the payment gateways, by their rail; asked at each send. */
  gateway_notice_url?: (rail: string) => string | null;
}

/** The gateway Gr4vy, with an account for each merchant that asks for one. */
export async function openGravy(machine: World, options: GatewayOptions): Promise<Wing> {
  const world: GravyWorld = {
    ...machine,
    noticeUrl: () => options.gateway_notice_url?.('gravy') ?? null,
  };
  await prepare(world);
  return {
    records: GRAVY_RECORDS,
    api: { prefix: '/gravy', serve: (app, calls) => serveApi(app, world, calls) },
    browser: (app) => serveFrame(app),
    routes: gravyRoutes(world),
    gateway: gravyGateway(world),
    rooms: async () => (await import('./inspector/index.ts')).gravyRooms(),
    faults: GRAVY_FAULTS,
    addressees: (ids) => addressees(world, ids),
    timers: timerActions(world),
    expiring: ['gravy_answer'],
  };
}

async function prepare({ db }: World): Promise<void> {
  await sql`
    create index if not exists records_gravy_account on records ((body ->> 'account_id'), seq)
    where kind = 'gravy_transaction'`.execute(db);
  await sql`
    create index if not exists records_gravy_parts on records ((body ->> 'transaction_id'), seq)
    where kind in ('gravy_refund', 'gravy_capture', 'gravy_settlement', 'gravy_refund_settlement', 'gravy_chargeback')`.execute(
    db,
  );
}
