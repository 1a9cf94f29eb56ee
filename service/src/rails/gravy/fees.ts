import type { BookedPayment, Unknown, Unreachable } from '../rail.ts';
import type { JsonObject } from '../http/json.ts';
import { minor, type Minor } from '../../lib/money.ts';
import type { Client } from './client.ts';
import { currencyAt, itemsOf, minorAt } from './translate.ts';

/** What was kept of a transaction that is settled, in the payment's currency; null where that is not told. */
export async function readFee(
  client: Client,
  { seller, provider_order_id, currency }: Pick<BookedPayment, 'seller' | 'provider_order_id' | 'currency'>,
): Promise<{ kind: 'fee'; provider_fee: Minor | null } | Unreachable | Unknown> {
  const listed = await client.call({
    ...{ seller, operation: 'settlements.list', effect: 'read', method: 'GET' },
    path: `/transactions/${provider_order_id}/settlements`,
  });
  if (listed.kind === 'unknown' || listed.kind === 'unreachable') return listed;
  const rows = listed.kind === 'success' ? itemsOf(listed.body) : null;
  if (!rows) return { kind: 'unknown', problem: 'settlements that cannot be read' };
  return { kind: 'fee', provider_fee: feeOf(rows, currency) };
}

// The parts of what was kept stand beside their sum. In another currency they say nothing of ours.
function feeOf(rows: readonly JsonObject[], currency: string): Minor | null {
  const fees = rows.map((row) =>
    currencyAt(row, 'currency') === currency ? minorAt(row, 'commission') : null,
  );
  if (fees.length === 0 || fees.some((fee) => fee === null)) return null;
  return minor(fees.reduce<number>((sum, fee) => sum + (fee ?? 0), 0));
}
