import { pageOf, type ControlRoute } from '../machine/control/route.ts';
import { listRecords } from '../machine/store/records.ts';
import type { World } from '../machine/world.ts';

/** The text messages that the carrier took. */
export function messageRoutes(world: World): ControlRoute[] {
  return [
    {
      method: 'GET',
      path: '/messages',
      summary: 'Lists the text messages sent, newest first',
      paged: true,
      handle: ({ query }) => listRecords(world.db, 'message', pageOf(query)),
    },
  ];
}
