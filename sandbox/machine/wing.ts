import type { FastifyInstance } from 'fastify';
import type { ControlRoute } from './control/route.ts';
import type { Gateway } from './gateways/gateway.ts';
import type { Rooms } from './inspector/rooms.ts';
import type { Addressee } from './notices/addressee.ts';
import type { TimerActions } from './notices/timers.ts';
import type { CallLog } from './store/call-log.ts';
import type { Kind, RecordShapes } from './store/shapes.ts';
import type { Tx } from './store/sql.ts';

/** One party that the sandbox stands in for, and all that is served of it. */
export interface Wing {
  /** The kinds of record that a snapshot of it holds, and their shapes. */
  records: RecordShapes;
  /** Serves the party's own interface, in a scope of its own. */
  api?: { prefix?: string; serve: (app: FastifyInstance, calls: CallLog) => void };
  /** Serves what its browsers load: a library, frames. */
  browser?: (app: FastifyInstance) => void;
  /** Serves the pages that people see. */
  pages?: (app: FastifyInstance) => void;
  routes?: readonly ControlRoute[];
  /** What it shows in the inspector; read when the first page is asked for. */
  rooms?: () => Promise<Rooms>;
  /** The operations that a fault can be armed for. */
  faults?: readonly string[];
  /** A payment gateway's accounts and money, as control moves them. */
  gateway?: Gateway;
  /** Everyone who hears its notices at present; of many, at least those of these ids. */
  addressees?: (ids: readonly string[]) => Promise<readonly Addressee[]>;
  timers?: TimerActions;
  /** Kinds that are dropped once the moment of their `expires_at` is past. */
  expiring?: readonly Kind[];
  /** Writes what a fresh sandbox has of it. Idempotent. */
  seed?: (tx: Tx) => Promise<void>;
}
