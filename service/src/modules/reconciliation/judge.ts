import { madeAtOf } from '../../lib/ids.ts';
import { DAY_MS, MINUTE_MS, dayOf } from '../../lib/time.ts';
import type { Notice, Traits } from '../../rails/rail.ts';
import { minor } from '../../lib/money.ts';
import type { Finding, Shown } from '../differences/index.ts';
import { wasTaken } from '../payments/index.ts';
import type { EntryRow } from './entry-queries.ts';
import type { OurPayment, OurReturn } from './our-queries.ts';

/** A finding, and what mends it. */
export interface Judgement extends Finding {
  payment: Pick<OurPayment, 'id' | 'merchant_id' | 'channel_id' | 'rail_account_id'> | null;
  /** What would have told of it, had it come; null where reading back mends nothing. */
  untold: Notice | null;
}

/** What of ours an entry may be about. */
export interface Known {
  /** By the capture that the entry is of, or belongs to. */
  payment: OurPayment | null;
  /** By what we named the payment there. */
  named: OurPayment | null;
  returns: readonly OurReturn[];
  told: Told;
}

/** What of a payment the provider tells, and when. */
type Told = Pick<Traits, 'fees_told' | 'times_told'>;

const CLOCKS_APART_MS = 10 * MINUTE_MS;
// An id of ours tells when it was made, and an order is paid within days.
const NAMED_BEFORE_MS = 31 * DAY_MS;

/** What of an entry does not agree with what is known here. A seller's account may hold what is none of ours. */
export function judgeEntry(entry: EntryRow, known: Known): Judgement[] {
  switch (entry.kind) {
    case 'capture':
      return judgeCapture(entry, known);
    case 'refund':
    case 'reversal':
      return judgeReturn(entry, known);
    case 'platform_fee':
      return known.payment === null || !wasTaken(known.payment)
        ? []
        : judgeFee(entry, known.payment, known.payment.platform_fee_collected_cents);
    case 'fee_return': {
      const returned = known.returns.find(({ provider_refund_id: id }) => id === entry.about_id);
      return known.payment === null || returned?.state !== 'completed'
        ? []
        : judgeFee(entry, known.payment, returned.platform_fee_refund_cents);
    }
  }
}

function judgeCapture(entry: EntryRow, { payment, named, told }: Known): Judgement[] {
  const of = payment ?? named;
  if (of === null) {
    return isNamedAsOurs(entry) ? [finding('missing_here', entry, { payment: null, ours: null })] : [];
  }
  const ours = shownPayment(of);
  if (payment === null || !wasTaken(payment)) {
    const { provider_id: provider_capture_id, about_id: provider_order_id, transaction_id } = entry;
    const untold = {
      about: 'capture_changed',
      provider_capture_id,
      provider_order_id,
      transaction_id,
      // Whoever reads it looks again tomorrow.
      is_taken: false,
    } as const;
    return [finding(payment === null ? 'missing_here' : 'state', entry, { payment: of, ours, untold })];
  }
  const with_fee = { ...ours, fee_cents: payment.provider_fee_cents };
  const of_both = { payment, ours: with_fee };
  return [
    ...(isAmount(entry, payment) ? [] : [finding('amount', entry, of_both)]),
    ...(isFee(entry, payment, told)
      ? []
      : [finding('fee', entry, { ...of_both, untold: untoldFee(entry, payment, told) })]),
    ...(isSameDay(entry, payment.captured_at, { notBefore: [payment.approved_at], ...told })
      ? []
      : [finding('day', entry, of_both)]),
  ];
}

// One that is not told at the capture may not have been told by now.
function isFee(entry: EntryRow, payment: OurPayment, { fees_told }: Told): boolean {
  if (entry.provider_fee_cents === null && fees_told !== 'at_capture') return true;
  return (entry.provider_fee_cents ?? 0) === (payment.provider_fee_cents ?? 0);
}

// Who was not told that it was settled can still read it.
function untoldFee(entry: EntryRow, payment: OurPayment, { fees_told }: Told): Notice | null {
  if (fees_told !== 'at_settlement' || payment.provider_fee_cents !== null) return null;
  const { provider_id: provider_capture_id, about_id: provider_order_id } = entry;
  if (provider_order_id === null) return null;
  return { about: 'capture_settled', provider_capture_id, provider_order_id };
}

function judgeReturn(entry: EntryRow, { payment, returns, told }: Known): Judgement[] {
  // Where its payment is not known here, that is what is told.
  if (payment === null || !wasTaken(payment)) return [];
  const returned = returns.find((one) => isOf(entry, one));
  if (returned?.state !== 'completed') {
    const ours = returned ? shownReturn(returned, payment) : null;
    return [
      finding(returned ? 'state' : 'missing_here', entry, {
        payment,
        ours,
        untold: untoldReturn(entry, payment),
      }),
    ];
  }
  const of_both = { payment, ours: shownReturn(returned, payment) };
  const { amount_cents, created_at, completed_at } = returned;
  return [
    ...(isAmount(entry, { amount_cents, currency: payment.currency })
      ? []
      : [finding('amount', entry, of_both)]),
    ...(isSameDay(entry, completed_at, { notBefore: [created_at, payment.captured_at], ...told })
      ? []
      : [finding('day', entry, of_both)]),
  ];
}

// Whether what is shown is that of ours. Its notice may name a reversal otherwise than the search does, and even as the search
// names another.
function isOf({ provider_id }: Pick<EntryRow, 'provider_id'>, one: OurReturn): boolean {
  return (one.shown_id ?? one.provider_refund_id) === provider_id;
}

function untoldReturn(entry: EntryRow, { currency }: OurPayment): Notice | null {
  const { provider_id, about_id: provider_capture_id } = entry;
  if (provider_capture_id === null) return null;
  if (entry.kind === 'refund') {
    return { about: 'refund_changed', provider_refund_id: provider_id, provider_capture_id };
  }
  // Nobody could say how much of the payment that is.
  if (entry.currency !== null && entry.currency !== currency) return null;
  return {
    about: 'capture_reversed',
    provider_capture_id,
    reversal_id: provider_id,
    amount: entry.amount_cents === null ? null : minor(entry.amount_cents),
    reversed_at: entry.began_at.toISOString(),
  };
}

function judgeFee(entry: EntryRow, payment: OurPayment, ours_cents: number | null): Judgement[] {
  if (entry.currency === payment.currency && entry.amount_cents === (ours_cents ?? 0)) return [];
  const ours = { ...shownPayment(payment), amount_cents: ours_cents };
  return [finding('fee', entry, { payment, ours })];
}

/** A payment of ours that the provider does not show, or not as one that was taken. */
export function unshownPayment(payment: OurPayment, theirs: Shown | null): Judgement {
  const ours = { ...shownPayment(payment), fee_cents: payment.provider_fee_cents };
  const provider_id = payment.provider_capture_id ?? payment.id;
  const cause = theirs ? 'state' : 'missing_there';
  return { cause, kind: 'capture', provider_id, payment, ours, theirs, untold: null };
}

/** The same of what was returned. */
export function unshownReturn(returned: OurReturn, payment: OurPayment, theirs: Shown | null): Judgement {
  const provider_id = returned.provider_refund_id ?? returned.id;
  const kind = returned.origin === 'reversal' ? 'reversal' : 'refund';
  const cause = theirs ? 'state' : 'missing_there';
  return { cause, kind, provider_id, payment, ours: shownReturn(returned, payment), theirs, untold: null };
}

type Entry = Pick<EntryRow, 'status' | 'amount_cents' | 'currency' | 'provider_fee_cents' | 'began_at'>;

export function shownEntry(entry: Entry): Shown {
  return {
    amount_cents: entry.amount_cents,
    currency: entry.currency,
    ...(entry.provider_fee_cents !== null && { fee_cents: entry.provider_fee_cents }),
    state: entry.status,
    at: entry.began_at.toISOString(),
  };
}

function shownPayment({ amount_cents, currency, status, captured_at }: OurPayment): Shown {
  return { amount_cents, currency, state: status, at: captured_at?.toISOString() ?? null };
}

function shownReturn({ amount_cents, state, completed_at }: OurReturn, { currency }: OurPayment): Shown {
  return { amount_cents, currency, state, at: completed_at?.toISOString() ?? null };
}

function finding(
  cause: Finding['cause'],
  entry: EntryRow,
  of: Pick<Judgement, 'payment' | 'ours'> & { untold?: Notice | null },
): Judgement {
  const { kind, provider_id } = entry;
  return { cause, kind, provider_id, theirs: shownEntry(entry), untold: null, ...of };
}

function isNamedAsOurs({ transaction_id, began_at }: EntryRow): boolean {
  const madeAt = transaction_id === null ? null : madeAtOf(transaction_id);
  if (madeAt === null) return false;
  const agoMs = began_at.getTime() - madeAt.getTime();
  return agoMs > -CLOCKS_APART_MS && agoMs < NAMED_BEFORE_MS;
}

function isAmount(entry: EntryRow, ours: { amount_cents: number; currency: string }): boolean {
  return entry.amount_cents === ours.amount_cents && entry.currency === ours.currency;
}

/** Whether our time of a thing is on a day of the provider's entry: the day it began there or, where it was held back, ended; of
 *  one that changed again since, as a capture does when it is returned, any in between. Two times of ours may miss it by as
 *  much as clocks differ: one that was raised to that of something earlier (`notBefore`, gap G65) may be later than theirs, and
 *  one whose provider dates it in its books alone (gap G153) may be on either side. */
export function isSameDay(
  entry: Pick<EntryRow, 'began_at' | 'updated_at'>,
  ours: Date | null,
  { notBefore, times_told }: Pick<Told, 'times_told'> & { notBefore: readonly (Date | null)[] },
): boolean {
  if (ours === null) return false;
  const theirs = [entry.began_at, entry.updated_at];
  if (theirs.some((at) => dayOf(at) === dayOf(ours))) return true;
  if (ours > entry.began_at && ours < entry.updated_at) return true;
  const isNear = (at: Date) => Math.abs(ours.getTime() - at.getTime()) < CLOCKS_APART_MS;
  if (times_told === 'in_books') return theirs.some(isNear);
  const isRaised = notBefore.some((at) => at?.getTime() === ours.getTime());
  return isRaised && ours > entry.began_at && isNear(entry.began_at);
}
