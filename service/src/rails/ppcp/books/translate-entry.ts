import { type Minor, minor } from '../../../lib/money.ts';
import type { EntryKind, ProviderEntry } from '../../rail.ts';
import { plainIdAt, objectAt, textAt } from '../../http/json.ts';
import type { JsonObject } from '../../http/json.ts';
import { momentAt } from '../../http/moments.ts';
import { fromWireMoney } from '../write/money.ts';

// Any of the kinds of payment of theirs is a capture to us; what it is of stands in its reference.
const PAYMENT = /^T00\d{2}$/;
const KINDS: Readonly<Record<string, EntryKind>> = {
  T1106: 'reversal',
  T1107: 'refund',
  T1201: 'reversal',
  T0113: 'platform_fee',
  T1108: 'fee_return',
};
const STATUS: Readonly<Record<string, ProviderEntry['status']>> = {
  S: 'completed',
  // Done, and given back in full since.
  V: 'completed',
  P: 'pending',
  D: 'denied',
};

/** One of the search's rows, or null when it has no id, kind or time. */
export function toEntry(detail: JsonObject): ProviderEntry | null {
  const info = objectAt(detail, 'transaction_info');
  const provider_id = plainIdAt(info, 'transaction_id');
  const code = textAt(info, 'transaction_event_code');
  const began = info && momentAt(info, 'transaction_initiation_date');
  if (!info || !provider_id || !code || !began) return null;
  const money = fromWireMoney(info['transaction_amount']);
  const fee = fromWireMoney(info['fee_amount']);
  return {
    provider_id,
    kind: kindOf(code, money?.minor ?? null),
    about_id: plainIdAt(info, 'paypal_reference_id'),
    transaction_id: textAt(info, 'custom_field'),
    status: STATUS[textAt(info, 'transaction_status') ?? ''] ?? 'other',
    amount: money && withoutSign(money.minor),
    currency: money?.currency ?? null,
    provider_fee: fee && fee.currency === money?.currency ? withoutSign(fee.minor) : null,
    began_at: new Date(began),
    updated_at: new Date(momentAt(info, 'transaction_updated_date') ?? began),
  };
}

// Where the account paid and was not paid, it is nothing that we took.
function kindOf(code: string, amount: number | null): EntryKind {
  if (PAYMENT.test(code)) return amount === null || amount > 0 ? 'capture' : 'other';
  return KINDS[code] ?? 'other';
}

function withoutSign(amount: Minor): Minor {
  return minor(Math.abs(amount));
}
