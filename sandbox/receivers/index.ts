import { sql } from 'kysely';
import type { Wing } from '../machine/wing.ts';
import type { World } from '../machine/world.ts';
import { receiverRoutes } from './control.ts';
import { RECEIVER_RECORDS } from './shapes.ts';

/** The sandbox's own receivers of the service's webhooks. They are heard by a listener of their own, see `server.ts`. */
export async function openReceivers(world: World): Promise<Wing> {
  await sql`
    create index if not exists records_received on records ((body ->> 'receiver'), seq)
    where kind = 'received'`.execute(world.db);
  return {
    records: RECEIVER_RECORDS,
    routes: receiverRoutes(world),
    rooms: async () => {
      const [{ receivers }, { RECEIVER_ACTS }] = await Promise.all([
        import('./inspector.ts'),
        import('./acts.ts'),
      ]);
      return { views: [receivers], acts: RECEIVER_ACTS };
    },
  };
}
