import type { Timer } from '../store/shapes.ts';
import type { Tx } from '../store/sql.ts';

/** What the timers of a wing do when they are due, by their action. Each removes its timer, or sets it anew. */
export type TimerActions = Readonly<Record<string, (tx: Tx, timer: Timer) => Promise<void>>>;
