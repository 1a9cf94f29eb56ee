import type { RailParts } from '../parts.ts';

/** How a deployment reaches the wallet provider and who it is there. */
export interface PpcpSettings {
  api_base: string;
  web_base: string;
  client_id: string;
  client_secret: string;
  /** The platform's own 13-character account id, not its client id. */
  partner_id: string;
  partner_attribution_id: string;
  webhook_id: string;
}

export type PpcpOptions = PpcpSettings & RailParts;
