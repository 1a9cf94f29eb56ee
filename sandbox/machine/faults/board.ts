import { randomUUID } from 'node:crypto';
import { allRecords, insertRecord, lockKey, putRecord, removeRecords } from '../store/records.ts';
import type { Fault } from '../store/shapes.ts';
import { inTransaction, type Tx } from '../store/sql.ts';
import type { World } from '../world.ts';
import { timestamp } from '../world.ts';
import { refreshArmed } from '../store/armed-faults.ts';

const DELAY_MS_DEFAULT = 5_000;

export type NewFault = Pick<Fault, 'operation' | 'mode' | 'times'> &
  Partial<Pick<Fault, 'status' | 'issue' | 'retry_after' | 'delay_ms'>>;

/** Arms a fault for the next `times` calls of its operation; it survives a restart. */
export async function armFault(world: World, fault: NewFault): Promise<Fault> {
  const armed: Fault = {
    fault_id: randomUUID(),
    status: null,
    issue: null,
    retry_after: null,
    delay_ms: fault.mode === 'delay' ? DELAY_MS_DEFAULT : null,
    ...fault,
    remaining: fault.times,
    created_at: timestamp(world.clock.now()),
  };
  await insertRecord(world.db, 'fault', armed.fault_id, armed);
  await refreshArmed(world);
  return armed;
}

/** Removes every armed fault; answers how many there were. */
export async function clearFaults(world: World): Promise<number> {
  const cleared = await removeRecords(world.db, 'fault');
  await refreshArmed(world);
  return cleared;
}

/** Takes one use of the oldest fault armed for the operation, or null. */
export async function claimFault(world: World, operation: string): Promise<Fault | null> {
  if (!world.armed.operations.has(operation)) return null;
  const fault = await inTransaction(world.db, (tx) => claim(tx, operation));
  await refreshArmed(world);
  return fault;
}

async function claim(tx: Tx, operation: string): Promise<Fault | null> {
  await lockKey(tx, 'faults');
  const fault = (await allRecords(tx, 'fault')).find((entry) => entry.operation === operation);
  if (fault === undefined) return null;
  const used = { ...fault, remaining: fault.remaining - 1 };
  if (used.remaining > 0) await putRecord(tx, 'fault', fault.fault_id, used);
  else await removeRecords(tx, 'fault', fault.fault_id);
  return used;
}
