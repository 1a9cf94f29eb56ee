import type { Ctx } from '../../context.ts';
import type { Db } from '../../db/tx.ts';
import { attemptsOf } from '../captures/index.ts';
import { readChannel } from '../channels/index.ts';
import { chargesOf } from '../charges/index.ts';
import { openDifferencesOf } from '../differences/index.ts';
import { actionsOf } from '../dispute-actions/index.ts';
import { disputesOf, disputeView } from '../disputes/index.ts';
import type { DoubtKind } from '../doubt/index.ts';
import { describeEventsAbout } from '../events/index.ts';
import { findMerchant } from '../merchants/index.ts';
import { listUnsettledOf } from '../operator/index.ts';
import {
  transactionsOf,
  transactionsOfSession,
  type TransactionRow,
  transactionView,
} from '../payments/index.ts';
import { isOpenRefund, refundsOf, refundView } from '../returns/index.ts';
import { findSession, foundSessionView } from '../sessions/index.ts';
import { chargeEndsOf } from '../subscriptions/index.ts';
import { requestsOf } from '../payment-requests/index.ts';
import { setupsOf } from '../vault/index.ts';
import type { PaymentKey } from './payments-of.ts';

const TRIES_MAX = 20;
const EVENTS_MAX = 50;
// Of anything else that belongs to one payment.
const LIST_MAX = 50;

/** All that came of one payment, by the modules that keep it, one statement after the other. */
export async function describePayment(ctx: Ctx, doubts: readonly DoubtKind[], of: PaymentKey) {
  const { db } = ctx;
  const session = of.session_id === null ? undefined : await findSession(db, of.session_id);
  const transactions = await triesOf(db, of);
  const transaction_ids = transactions.map(({ id }) => id);
  const payment = {
    ...(await readOwner(db, of.merchant_id)),
    session: session ? foundSessionView(session, ctx.clock.now()) : null,
    transactions: transactions.map(transactionView),
    ...(await readMoney(db, transactions)),
    ...(await readDisputes(db, { dispute_ids: of.dispute_ids, transaction_ids })),
    savings: of.session_id === null ? [] : await setupsOf(db, { session_id: of.session_id, limit: LIST_MAX }),
    payment_requests: await requestsOf(db, { request_ids: of.request_ids, transaction_ids }),
    subscription_charges: await chargeEndsOf(db, transaction_ids),
  };
  const unsettled = await listUnsettledOf(ctx, doubts, idsOf(payment));
  const differences = await openDifferencesOf(db, { transaction_ids, limit: LIST_MAX });
  const needs_person = differences.length > 0 || unsettled.some((one) => one.needs_person);
  const events = await describeEventsAbout(db, {
    ...{ merchant_id: of.merchant_id, about: subjectsOf(payment), limit: EVENTS_MAX },
  });
  return { ...payment, unsettled, differences, needs_person, events };
}

// Those that were named are among them, however many there were since.
async function triesOf(db: Db, { session_id, transaction_ids }: PaymentKey): Promise<TransactionRow[]> {
  const named = transaction_ids.length === 0 ? [] : await transactionsOf(db, transaction_ids);
  const last = session_id === null ? [] : await transactionsOfSession(db, { session_id, limit: TRIES_MAX });
  return [...new Map([...last, ...named].map((transaction) => [transaction.id, transaction])).values()];
}

async function readOwner(db: Db, merchant_id: string) {
  const merchant = (await findMerchant(db, merchant_id))!;
  const { channel_id } = merchant;
  const channel = channel_id === null ? undefined : await readChannel(db, channel_id);
  const names = { channel_name: channel?.name ?? null, merchant_name: merchant.business_name };
  return { channel_id, merchant_id, ...names };
}

async function readMoney(db: Db, transactions: readonly TransactionRow[]) {
  const transaction_ids = transactions.map(({ id }) => id);
  return {
    attempts: await attemptsOf(db, { transaction_ids, limit: LIST_MAX }),
    charges: await chargesOf(db, transaction_ids),
    refunds: await readRefunds(db, transactions),
  };
}

// Nothing goes back of what was not taken, and of a session one try is.
async function readRefunds(db: Db, transactions: readonly TransactionRow[]) {
  const refunds = [];
  for (const { id, captured_at } of transactions) {
    if (captured_at !== null) refunds.push(...(await refundsOf(db, id)));
  }
  // Those that nobody knows the end of stand first: what needs a person is told from them.
  const open = (refund: { state: string }) => Number(isOpenRefund(refund));
  refunds.sort((a, b) => open(b) - open(a) || b.created_at.getTime() - a.created_at.getTime());
  return refunds.slice(0, LIST_MAX).map((row) => ({
    ...{ id: row.id, transaction_id: row.transaction_id, provider_refund_id: row.provider_refund_id },
    ...refundView(row),
  }));
}

async function readDisputes(
  db: Db,
  of: { dispute_ids: readonly string[]; transaction_ids: readonly string[] },
) {
  const disputes = await disputesOf(db, { ...of, limit: LIST_MAX });
  const dispute_ids = disputes.map(({ id }) => id);
  return {
    disputes: disputes.map(disputeView),
    answers: await actionsOf(db, { dispute_ids, limit: LIST_MAX }),
  };
}

type WithId = readonly { readonly id: string }[];

// Of everything that may be in doubt. A charge is known by its transaction.
function idsOf(
  payment: Record<
    'transactions' | 'attempts' | 'refunds' | 'answers' | 'savings' | 'payment_requests',
    WithId
  >,
): string[] {
  const { transactions, attempts, refunds, answers, savings, payment_requests } = payment;
  return [transactions, attempts, refunds, answers, savings, payment_requests].flat().map(({ id }) => id);
}

// Whatever an event of it may tell of.
function subjectsOf(payment: {
  session: { id: string } | null;
  transactions: WithId;
  payment_requests: WithId;
  subscription_charges: readonly { subscription_id: string }[];
  disputes: readonly { id: string; provider_dispute_id: string }[];
}): string[] {
  const { session, transactions, payment_requests, subscription_charges, disputes } = payment;
  return [
    ...(session ? [session.id] : []),
    ...[...transactions, ...payment_requests].map(({ id }) => id),
    ...new Set(subscription_charges.map(({ subscription_id }) => subscription_id)),
    ...disputes.flatMap(({ id, provider_dispute_id }) => [id, provider_dispute_id]),
  ];
}
