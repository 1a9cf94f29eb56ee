import type { Ctx } from '../../context.ts';
import type { Db, Tx } from '../../db/tx.ts';
import { canonicalJson, type Json } from '../../lib/canonical-json.ts';
import { uuidAt } from '../../lib/ids.ts';
import type { ProviderDispute } from '../../rails/rail.ts';
import { findByCapture, type TransactionRow } from '../payments/index.ts';
import { watchDeadline } from './deadline-queries.ts';
import type { DisputeRow } from './dispute-row.ts';
import { tell } from './events.ts';
import { holdDisputed } from './hold-disputed.ts';
import { firstMatchAt, isTakenBy, orderOf, paymentOf } from './match.ts';
import type { Address } from './address.ts';
import { channelOf, insertDispute, lockDispute, updateDispute } from './queries.ts';

/** What was read of a dispute, and in whose name: a provider shows an account its own disputes alone. */
interface Seen extends Address {
  dispute: ProviderDispute;
}

/** Records a dispute that was not known here, with its event; one that had ended by then raises both ends of its life.
 *  False when it is known by now. */
export async function recordNewDispute(tx: Tx, ctx: Ctx, seen: Seen): Promise<boolean> {
  const owner = await ownerOf(tx, seen);
  const { dispute } = seen;
  const now = ctx.clock.now();
  const row = await insertDispute(tx, {
    ...columnsOf(dispute),
    ...owner,
    id: uuidAt(now),
    provider: seen.provider,
    provider_account: seen.provider_account,
    provider_dispute_id: dispute.provider_dispute_id,
    match_at: owner.transaction_id === null ? firstMatchAt(dispute, now) : null,
    last_event: dispute.is_resolved ? 'dispute.resolved' : 'dispute.created',
    opened_at: dispute.opened_at,
    created_at: now,
    updated_at: now,
  });
  if (!row) return false;
  await watchDeadline(tx, row);
  await holdDisputed(tx, ctx, row);
  await tell(tx, ctx, row, 'dispute.created');
  if (row.is_resolved) await tell(tx, ctx, row, 'dispute.resolved');
  return true;
}

/** Records what the nth read of a dispute found, with its event when it moved. A read that was begun before one that was
 *  recorded changes nothing, nor does what is older by the provider's own time. */
export async function recordKnownDispute(
  tx: Tx,
  ctx: Ctx,
  of: { id: string; read: number; dispute: ProviderDispute },
): Promise<void> {
  const row = await lockDispute(tx, of.id);
  const { dispute, read } = of;
  if (row.read_recorded >= read || dispute.updated_at < row.provider_updated_at) return;
  const columns = columnsOf(dispute);
  if (!hasMoved(row, dispute)) {
    await updateDispute(tx, row.id, { read_recorded: read, provider_updated_at: dispute.updated_at });
    return;
  }
  const event = dispute.is_resolved && !row.is_resolved ? 'dispute.resolved' : 'dispute.updated';
  const found = await paymentOf(tx, { ...row, provider_transaction_id: dispute.provider_transaction_id });
  const now = ctx.clock.now();
  const payment =
    row.transaction_id === null ? { match_at: nextMatchAt(row, dispute, now), ...paidBy(found) } : {};
  const moved = await updateDispute(tx, row.id, {
    ...columns,
    ...payment,
    read_recorded: read,
    last_event: event,
    updated_at: now,
  });
  await watchDeadline(tx, moved);
  await holdDisputed(tx, ctx, moved);
  await tell(tx, ctx, moved, event);
}

function paidBy(found: TransactionRow | null) {
  return found ? { ...orderOf(found), match_at: null } : {};
}

// A dispute may name its payment only later.
function nextMatchAt(row: DisputeRow, dispute: ProviderDispute, now: Date): Date | null {
  const isNamedNow = row.provider_transaction_id !== dispute.provider_transaction_id;
  return isNamedNow ? firstMatchAt(dispute, now) : row.match_at;
}

// Whose payment it was, as long as that was taken by the same account; else whoever has the account.
async function ownerOf(db: Db, seen: Seen) {
  const { provider, provider_account, merchant_id, rail_account_id } = seen;
  const { provider_transaction_id: provider_capture_id } = seen.dispute;
  const captured =
    provider_capture_id === null
      ? undefined
      : await findByCapture(db, { provider_capture_id, within: { provider } });
  if (captured && isTakenBy(captured, { provider_account, rail_account_id })) {
    const { merchant_id: paid, channel_id, rail_account_id: paid_into } = captured;
    return { merchant_id: paid, channel_id, rail_account_id: paid_into, ...orderOf(captured) };
  }
  const unmatched = { transaction_id: null, checkout_session_id: null, external_order_id: null };
  return { merchant_id, channel_id: await channelOf(db, merchant_id), rail_account_id, ...unmatched };
}

function columnsOf(dispute: ProviderDispute) {
  return {
    provider_transaction_id: dispute.provider_transaction_id,
    status: dispute.status,
    is_resolved: dispute.is_resolved,
    reason: dispute.reason,
    amount_cents: dispute.amount,
    currency: dispute.currency,
    response_deadline: dispute.response_deadline,
    outcome: dispute.outcome,
    available_actions: dispute.available_actions,
    answered: JSON.stringify(dispute.answered),
    provider_payload: JSON.stringify(dispute.payload),
    provider_updated_at: dispute.updated_at,
  };
}

// All that can be seen of a dispute: what its events say, what may be answered, and the payload.
function hasMoved(row: DisputeRow, dispute: ProviderDispute): boolean {
  const before = [row.status, row.outcome, row.response_deadline?.getTime() ?? null, row.amount_cents];
  const after = [
    dispute.status,
    dispute.outcome,
    dispute.response_deadline?.getTime() ?? null,
    dispute.amount,
  ];
  const textOf = (shown: unknown[]) => canonicalJson(shown as Json);
  return (
    textOf([...before, row.available_actions, withoutTime(row.provider_payload)]) !==
    textOf([...after, dispute.available_actions, withoutTime(dispute.payload)])
  );
}

// That it was touched is no news by itself.
function withoutTime({ update_time: _touched, ...payload }: Readonly<Record<string, unknown>>) {
  return payload;
}
