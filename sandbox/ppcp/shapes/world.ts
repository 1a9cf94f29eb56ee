import type { World as MachineWorld } from '../../machine/world.ts';
import type { SigningKeys } from './keys.ts';

export { later, timestamp, transact } from '../../machine/world.ts';

/** The platform that this provider knows: its credentials, its own account and its webhook. */
export interface WalletIdentity {
  client_id: string;
  client_secret: string;
  partner_id: string;
  partner_attribution_id: string;
  webhook_id: string;
}

/** What the wallet provider's handlers need. */
export interface World extends MachineWorld {
  readonly wallet: WalletIdentity;
  /** Where the service hears the provider; asked at each send. */
  readonly noticeUrl: () => string | null;
  readonly keys: SigningKeys;
}
