import type { SetupToken } from '../shapes/vault-shapes.ts';
import type { World } from '../shapes/world.ts';

/** How long a setup token waits for the buyer and for its payment token. */
export const SETUP_SECONDS = 3 * 24 * 3_600;

/** Whether the days of a setup token that became nothing are over, which makes it unknown. */
export function hasSetupLapsed(world: World, setup: SetupToken): boolean {
  return setup.status !== 'VAULTED' && Date.parse(setup.expires_at) <= world.clock.now().getTime();
}
