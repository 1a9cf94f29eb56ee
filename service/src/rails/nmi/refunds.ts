import type {
  ListRefundsOutcome,
  NewRefund,
  ProviderRefund,
  ReadRefundOutcome,
  RefundOutcome,
  RefundsFacet,
  RefundsOfOrder,
  Seller,
} from '../rail.ts';
import type { Client } from './client.ts';
import type { TransactOutcome } from './problem.ts';
import { toRefund } from './translate.ts';
import { toWireAmount } from './amount.ts';
import { type BookedAction, type BookedTransaction, stampOf } from './read/query-answer.ts';

// A refund and the void after it are answered within the time of one call, and the void is begun while something may still be sent.
const REFUND_TIMEOUT_MS = 8_000;
const VOID_TIMEOUT_MS = 8_000;
const PAGE = 500;
const PAGES_MAX = 10;

/** Money back: by a refund, or by a void where the account refunds nothing that was not settled and the whole goes back. The
 *  gateway remembers no id of a call and keeps none with a refund, so what nobody heard of is known by what the sale shows. */
export function createRefunds(client: Client): RefundsFacet {
  return {
    issue: (refund) => issue(client, refund),
    read: (wanted) => read(client, wanted),
    list: (wanted) => list(client, wanted),
  };
}

async function issue(client: Client, refund: NewRefund): Promise<RefundOutcome> {
  const { provider_capture_id: transactionid, amount, currency, seller } = refund;
  const outcome = await client.transact({
    operation: 'refund',
    seller,
    fields: { type: 'refund', transactionid, amount: toWireAmount(amount, currency) },
    timeoutMs: REFUND_TIMEOUT_MS,
  });
  // Which of the two an account takes, and whether the sale was settled by now, is the gateway's to say.
  const isWhole = refund.returned_before === 0 && amount === refund.captured;
  if (outcome.kind !== 'refused' || outcome.cause !== 'gateway' || !isWhole) return judge(outcome, refund);
  const voided = await client.transact({
    operation: 'void',
    seller,
    fields: { type: 'void', transactionid },
    timeoutMs: VOID_TIMEOUT_MS,
  });
  // The first refusal is of what was asked for.
  if (voided.kind === 'refused') return { kind: 'refused', refusal: outcome.refusal };
  return judge(voided, refund);
}

function judge(outcome: TransactOutcome, asked: NewRefund): RefundOutcome {
  switch (outcome.kind) {
    case 'approved': {
      const { transaction_id: provider_refund_id } = outcome.form;
      if (provider_refund_id === null)
        return { kind: 'unknown', problem: 'approved, but not what was asked for' };
      const { provider_capture_id, amount, currency } = asked;
      const refund: ProviderRefund = {
        ...{ provider_refund_id, provider_capture_id, status: 'completed', amount, currency },
        total_refunded: null,
      };
      return { kind: 'completed', refund };
    }
    case 'refused':
      return { kind: 'refused', refusal: outcome.refusal };
    case 'unknown':
    case 'unreachable':
      return outcome;
  }
}

async function read(
  client: Client,
  wanted: { provider_refund_id: string; seller: Seller; currency: string },
): Promise<ReadRefundOutcome> {
  const { provider_refund_id: transaction_id, seller } = wanted;
  const outcome = await client.query({ operation: 'query.refund', seller, fields: { transaction_id } });
  if (outcome.kind !== 'found') return outcome;
  const [booked, ...others] = outcome.transactions;
  if (booked === undefined) return { kind: 'missing' };
  if (others.length > 0 || booked.transaction_id !== transaction_id)
    return { kind: 'unknown', problem: 'not what was asked for' };
  const refund = toRefund(booked, wanted);
  return refund === null
    ? { kind: 'unknown', problem: 'what it shows is no refund' }
    : { kind: 'found', refund };
}

// What was given back stands among what was done to the sale, without its ids: each is a transaction of its own besides. Only
// when both say the same is all of it known.
async function list(client: Client, wanted: RefundsOfOrder): Promise<ListRefundsOutcome> {
  const { provider_capture_id: transaction_id, seller, currency } = wanted;
  const read = await client.query({ operation: 'query.sale', seller, fields: { transaction_id } });
  if (read.kind !== 'found') return read;
  const sale = read.transactions.find((one) => one.transaction_id === transaction_id);
  if (sale === undefined || read.transactions.length > 1)
    return { kind: 'unknown', problem: 'the sale cannot be read' };
  const voided = toRefund(sale, { currency });
  if (voided !== null) return { kind: 'found', refunds: [voided] };
  const given = sale.actions.filter(({ action_type }) => action_type === 'refund');
  if (given.length === 0) return { kind: 'found', refunds: [] };
  const booked = await findRefunds(client, wanted, firstOf(given));
  if (booked === null || booked.length !== given.length)
    return { kind: 'unknown', problem: 'not every refund of the sale is shown' };
  const refunds = booked.map((one) => toRefund(one, { currency })).filter((one) => one !== null);
  if (refunds.length !== booked.length) return { kind: 'unknown', problem: 'a refund that cannot be read' };
  return { kind: 'found', refunds };
}

// The refunds of a capture among those of the account since then; null when they cannot be read, or are too many.
async function findRefunds(
  client: Client,
  { provider_capture_id, seller }: RefundsOfOrder,
  since: Date | null,
): Promise<BookedTransaction[] | null> {
  if (since === null) return null;
  const found: BookedTransaction[] = [];
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const fields = {
      ...{ action_type: 'refund', start_date: stampOf(since) },
      ...{ result_limit: String(PAGE), page_number: String(page) },
    };
    const read = await client.query({ operation: 'query.refunds', seller, fields });
    if (read.kind !== 'found') return null;
    found.push(...read.transactions.filter(({ original_id }) => original_id === provider_capture_id));
    if (read.transactions.length < PAGE) return found;
  }
  return null;
}

function firstOf(actions: readonly BookedAction[]): Date | null {
  const times = actions.map(({ date }) => date?.getTime() ?? NaN);
  const first = Math.min(...times);
  return Number.isNaN(first) ? null : new Date(first);
}
