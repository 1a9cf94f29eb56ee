import type { Sender } from './notices/sender.ts';
import type { CallLog } from './store/call-log.ts';
import type { RecordShapes } from './store/shapes.ts';
import type { Tx } from './store/sql.ts';
import type { World } from './world.ts';

/** The running stand-in, as control and the inspector see it. */
export interface Machine {
  world: World;
  calls: CallLog;
  sender: Sender;
  /** The operations that a fault can be armed for. */
  faults: readonly string[];
  /** The kinds of record that a snapshot holds, and their shapes. */
  records: RecordShapes;
  /** Writes what a fresh sandbox has. */
  seed: (tx: Tx) => Promise<void>;
}
