import type { World } from '../../machine/world.ts';

export { later, transact } from '../../machine/world.ts';

/** What the gateway's handlers need. */
export interface GravyWorld extends World {
  /** Where an account without an address of its own is told of events. */
  readonly noticeUrl: () => string | null;
}

/** A moment as the gateway writes it. */
export function moment(world: World): string {
  return world.clock.now().toISOString().replace('Z', '000+00:00');
}
