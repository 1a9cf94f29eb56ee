import { isDeepStrictEqual } from 'node:util';
import { lockKey, putRecord, readRecord } from '../../machine/store/records.ts';
import type { Tx } from '../../machine/store/sql.ts';
import { refuse } from '../checks/problem.ts';
import type { Replay } from '../shapes/shapes.ts';
import { later, type World } from '../shapes/world.ts';

/** How long a request id is remembered, by operation. */
const REPLAY_SECONDS = {
  'referrals.create': 6 * 3_600,
  'orders.create': 6 * 3_600,
  'orders.capture': 6 * 3_600,
  'invoices.create': 3 * 24 * 3_600,
  'captures.refund': 45 * 24 * 3_600,
  'vault.setup': 3 * 3_600,
  'vault.save': 3 * 3_600,
} as const;

type ReplayOperation = keyof typeof REPLAY_SECONDS;

/** The resource an earlier call with this request id made, or null. The id stays held until the
 *  transaction ends, so that of two calls in parallel the second sees the first one's result. */
export async function findReplay(
  tx: Tx,
  world: World,
  operation: ReplayOperation,
  requestId: string | null,
): Promise<string | null> {
  const kept = requestId === null ? null : await keptReplay(tx, world, operation, requestId);
  return kept?.resource_id ?? null;
}

/** As `findReplay`, of an interface that refuses a request id which came with another body (422). */
export async function findEqualReplay(
  tx: Tx,
  world: World,
  operation: ReplayOperation,
  call: { requestId: string; asked: unknown },
): Promise<string | null> {
  const kept = await keptReplay(tx, world, operation, call.requestId);
  // What was kept before the bodies were has none.
  const isOther = kept?.asked !== undefined && !isDeepStrictEqual(kept.asked, call.asked);
  if (isOther)
    refuse('PAYPAL_REQUEST_ID_PREVIOUSLY_USED', { field: 'PayPal-Request-Id', location: 'header' });
  return kept?.resource_id ?? null;
}

async function keptReplay(
  tx: Tx,
  world: World,
  operation: ReplayOperation,
  requestId: string,
): Promise<Replay | null> {
  const id = replayId(operation, requestId);
  await lockKey(tx, id);
  const kept = await readRecord(tx, 'replay', id);
  if (kept === null || Date.parse(kept.expires_at) <= world.clock.now().getTime()) return null;
  return kept;
}

/** Remembers what a request id made. */
export async function rememberReplay(
  tx: Tx,
  world: World,
  operation: ReplayOperation,
  made: { requestId: string | null; resource_id: string; asked?: unknown },
): Promise<void> {
  const { requestId, ...replay } = made;
  if (requestId === null) return;
  await putRecord(tx, 'replay', replayId(operation, requestId), {
    ...replay,
    expires_at: later(world, REPLAY_SECONDS[operation]).toISOString(),
  });
}

/** The name under which a request id is kept and held. */
export function replayId(operation: ReplayOperation, requestId: string): string {
  return `${operation}:${requestId}`;
}
