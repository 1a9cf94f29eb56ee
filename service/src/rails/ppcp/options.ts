import type { Clock } from '../../lib/clock.ts';
import type { NoticeCertificates } from '../rail.ts';

/** How a deployment reaches the wallet provider and who it is there. */
export interface PpcpOptions {
  api_base: string;
  web_base: string;
  client_id: string;
  client_secret: string;
  /** The platform's own 13-character account id, not its client id. */
  partner_id: string;
  partner_attribution_id: string;
  webhook_id: string;
  environment: 'test' | 'live';
  clock: Clock;
  log: (line: { event: string; [key: string]: unknown }) => void;
  /** Without it certificates are known to this process alone. */
  certificates?: NoticeCertificates;
  /** Ends every call, those under way included, since the process does. */
  cut?: AbortSignal;
  limits?: { connectTimeoutMs?: number; callTimeoutMs?: number };
}
