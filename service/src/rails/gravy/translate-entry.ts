import { type JsonObject, textAt } from '../http/json.ts';
import { momentAt } from '../http/moments.ts';
import type { ProviderEntry } from '../rail.ts';
import { captureStatusOf, currencyAt, idAt, minorAt, toRefund } from './translate.ts';

const CAPTURED = { completed: 'completed', pending: 'pending', declined: 'denied', other: 'other' } as const;
const RETURNED = { completed: 'completed', pending: 'pending', failed: 'denied', other: 'other' } as const;

/** A capture as an entry; null when it has no id or no time. Its transaction tells whose it is and what was kept of it. */
export function toCaptureEntry(
  item: JsonObject,
  of: Pick<ProviderEntry, 'transaction_id' | 'provider_fee'>,
): ProviderEntry | null {
  const provider_id = idAt(item, 'id');
  const about_id = idAt(item, 'transaction_id');
  const began = momentAt(item, 'created_at');
  if (!provider_id || !about_id || !began) return null;
  return {
    ...{ provider_id, kind: 'capture', about_id, ...of },
    status: CAPTURED[captureStatusOf(textAt(item, 'status'))],
    ...{ amount: minorAt(item, 'amount'), currency: currencyAt(item, 'currency') },
    began_at: new Date(began),
    // Of one that was held back, when its money came.
    updated_at: new Date(momentAt(item, 'captured_at') ?? began),
  };
}

/** A refund as an entry, of a capture of its transaction; null when it cannot be read. */
export function toRefundEntry(item: JsonObject, about_id: string | null): ProviderEntry | null {
  const refund = toRefund(item);
  const began = momentAt(item, 'created_at');
  if (refund === null || !began) return null;
  const { provider_refund_id: provider_id, status, amount, currency, refunded_at } = refund;
  return {
    ...{ provider_id, kind: 'refund', about_id, transaction_id: null, status: RETURNED[status] },
    ...{ amount, currency, provider_fee: null },
    began_at: new Date(began),
    updated_at: new Date(refunded_at ?? began),
  };
}

/** What a bank took back as an entry, of a capture of its transaction; null when it cannot be read. Its day is that on which the report
 *  of the card's processor came, since it may tell of one that was compared before. Nothing was taken by an amount of none or less. */
export function toChargebackEntry(item: JsonObject, about_id: string | null): ProviderEntry | null {
  const provider_id = idAt(item, 'id');
  const [amount, currency] = [minorAt(item, 'amount'), currencyAt(item, 'currency')];
  const told = momentAt(item, 'ingested_at') ?? momentAt(item, 'created_at') ?? momentAt(item, 'posted_at');
  const isNothing = typeof item['amount'] === 'number' && item['amount'] <= 0;
  if (!provider_id || (amount === null && !isNothing) || !currency || !told) return null;
  return {
    ...{ provider_id, kind: 'reversal', about_id, transaction_id: null },
    status: isNothing ? 'other' : 'completed',
    ...{ amount, currency, provider_fee: null },
    began_at: new Date(told),
    updated_at: new Date(told),
  };
}
