import type { Logger } from 'pino';
import type { Carrier } from './carrier/carrier.ts';
import type { Config } from './config.ts';
import type { Db } from './db/tx.ts';
import type { Clock } from './lib/clock.ts';
import type { PasswordCost } from './lib/password.ts';
import type { Rails } from './rails/registry.ts';

/** What every deciding function is given. Built once, in compose.ts; a test builds its own. */
export interface Ctx {
  readonly db: Db;
  readonly clock: Clock;
  readonly rails: Rails;
  /** Whoever takes text messages to phones; null where nobody does. */
  readonly carrier: Carrier | null;
  readonly config: Config;
  readonly log: Logger;
  /** Absent in service. */
  readonly passwordCost?: PasswordCost;
  /** Opens an account at a provider for a merchant who brings none, and answers its credentials; absent in service. */
  readonly openAccount?: (rail: string) => Promise<Readonly<Record<string, unknown>>>;
  /** Aborted when the process stops and waits no longer for what others do. */
  readonly cut: AbortSignal;
  /** Called after a commit that left something due at once; wakes this process's workers. Never needed for
   *  correctness: sweeps find what is due anyway. */
  readonly wake: (what: 'deliveries' | 'notices') => void;
}
