import { allRecords } from './records.ts';
import type { Db } from './sql.ts';

/** Which operations have a fault: the records are the truth, this spares a query per call. */
export interface ArmedFaults {
  operations: ReadonlySet<string>;
  readings: number;
  /** The latest reading that is known here. */
  known: number;
}

export function noFaults(): ArmedFaults {
  return { operations: new Set(), readings: 0, known: 0 };
}

/** Reads again which operations have a fault; called after anything that may change it. A reading that was begun before one
 *  that is known says nothing: a fault that is armed by now would not strike. */
export async function refreshArmed({ db, armed }: { db: Db; armed: ArmedFaults }): Promise<void> {
  armed.readings += 1;
  const reading = armed.readings;
  const faults = await allRecords(db, 'fault');
  if (reading < armed.known) return;
  armed.known = reading;
  armed.operations = new Set(faults.map(({ operation }) => operation));
}
