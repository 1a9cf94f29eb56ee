import { whyUnfit } from '../../amounts.ts';
import type { Ctx } from '../../context.ts';
import type { Tx } from '../../db/tx.ts';
import { uuidAt } from '../../lib/ids.ts';
import { minor } from '../../lib/money.ts';
import { DAY_MS, later } from '../../lib/time.ts';
import { DEFAULT_CURRENCY } from '../../lib/currency.ts';
import type { InvoicesFacet } from '../../rails/rail.ts';
import { KeyOfOtherBody } from '../../refusals.ts';
import { refused, type Refused, type Unfit } from '../../refused.ts';
import { accountPaidInto } from '../accounts/index.ts';
import type { AnswerKey } from '../answers/index.ts';
import { recordAudit } from '../audit/index.ts';
import { type Begun, carryOut, heldUntil } from '../doubt/index.ts';
import { readPayingMerchant, whyNotPaid } from '../merchants/index.ts';
import {
  insertRequest,
  type NewRequestRow,
  requestOfKey,
  type RequestResult,
  type RequestRow,
  resultOf,
} from '../payment-requests/index.ts';
import { billingOf, type BillIntent, type BillOutcome } from './bill-request.ts';
import { isReadyToText, resultOfOther } from './result-of-other.ts';
import { textMessage } from './text-message.ts';

const PAYABLE_DAYS = 7;

/** Who is asked to pay what, as the merchant wrote it. The number has its country, the amount is minor units. */
export type Asked = Pick<
  RequestRow,
  'phone' | 'first_name' | 'last_name' | 'amount_cents' | 'topic' | 'instructions' | 'external_order_id'
>;

/** A request as it is to be sent. */
interface ToSend {
  merchant_id: string;
  /** For the audit trail. */
  actor: string;
  asked: Asked;
  key: AnswerKey | null;
}

/** What came of a request that was to be sent. */
type SendResult = RequestResult | Unfit;

/** Makes an invoice that can be paid and texts its link, once: whoever repeats a key reads what became of the first call. A
 *  message of which nobody knows whether it was sent leaves the request `sending`, and is never sent again. Refused:
 *  channel_inactive, payments_not_allowed, texts_not_offered, rail_not_configured, invoices_access_denied, payment_refused,
 *  text_refused, provider_unavailable, outcome_unknown. Throws KeyOfOtherBody. */
export async function sendRequest(ctx: Ctx, toSend: ToSend): Promise<SendResult> {
  let is_repeated = true;
  const billed = await carryOut<BillIntent, BillOutcome, SendResult>(ctx, {
    ...billingOf(ctx),
    begin: async (tx) => {
      const begun = await begin(tx, ctx, toSend);
      is_repeated = begun.kind !== 'ask';
      return begun;
    },
    answerOfOther: (id) => resultOfOther(ctx, id),
  });
  const isNext = billed.kind === 'stands' && isReadyToText(billed.request);
  const result = isNext ? await textMessage(ctx, billed.request) : billed;
  return result.kind === 'stands' ? { ...result, is_repeated } : result;
}

async function begin(
  tx: Tx,
  ctx: Ctx,
  { merchant_id, actor, asked, key }: ToSend,
): Promise<Begun<BillIntent, SendResult>> {
  const earlier = key && (await requestOfKey(tx, { merchant_id, idempotency_key: key.key }));
  if (earlier) return repeat(earlier, key);
  const planned = await plan(tx, ctx, { merchant_id, asked });
  if (planned.kind !== 'may') return { kind: 'done', answer: planned };
  const { invoices } = planned;
  const held_until = planned.row.next_check_at;
  const row = { ...planned.row, idempotency_key: key?.key ?? null, fingerprint: key?.fingerprint ?? null };
  const request = await insertRequest(tx, row);
  if (request) {
    const { id: subject, amount_cents, currency } = request;
    const detail = { amount_cents, currency };
    await recordAudit(tx, ctx.clock, { actor, action: 'text_to_pay.requested', subject, detail });
    return { kind: 'ask', intent: { request, invoices, held_until } };
  }
  const other = key && (await requestOfKey(tx, { merchant_id, idempotency_key: key.key }));
  // It never reached its provider, and gave the key back as we came.
  if (!other) return { kind: 'done', answer: refused('provider_unavailable') };
  return repeat(other, key);
}

function repeat(earlier: RequestRow, { key, fingerprint }: AnswerKey): Begun<BillIntent, SendResult> {
  if (!earlier.fingerprint?.equals(fingerprint)) throw new KeyOfOtherBody(key);
  if (isReadyToText(earlier)) return { kind: 'done', answer: { kind: 'stands', request: earlier } };
  if (earlier.state === 'sending') return { kind: 'wait', id: earlier.id };
  return { kind: 'done', answer: resultOf(earlier) };
}

interface MaySend {
  kind: 'may';
  row: Omit<NewRequestRow, 'idempotency_key' | 'fingerprint'>;
  invoices: InvoicesFacet;
}

async function plan(
  tx: Tx,
  ctx: Ctx,
  { merchant_id, asked }: { merchant_id: string; asked: Asked },
): Promise<MaySend | Refused | Unfit> {
  const merchant = await readPayingMerchant(tx, merchant_id, null);
  const notPaid = whyNotPaid(ctx, merchant);
  if (notPaid === 'channel_inactive') return refused(notPaid);
  const kind = ctx.rails.kind(merchant.rail);
  const rail = ctx.rails.get(merchant.rail);
  if (rail && !rail.invoices) return refused('texts_not_offered');
  if (!rail?.invoices || !ctx.carrier) return refused('rail_not_configured');
  if (notPaid) return refused(notPaid);
  const account = await accountPaidInto(tx, ctx, merchant, null);
  if (!account) return refused('payments_not_allowed');
  const currency = merchant.wallet_primary_currency ?? DEFAULT_CURRENCY;
  const unfit = whyUnfit(kind, { amount: minor(asked.amount_cents), currency });
  if (unfit) return unfit;
  const created_at = ctx.clock.now();
  const row = {
    ...asked,
    id: uuidAt(created_at),
    merchant_id,
    channel_id: merchant.channel_id,
    provider: merchant.rail,
    rail_account_id: account.id,
    wallet_merchant_id: kind.traits.seller === 'onboarded' ? account.provider_account : null,
    currency,
    created_at,
    expires_at: later(created_at, PAYABLE_DAYS * DAY_MS),
    next_check_at: heldUntil(created_at),
  };
  return { kind: 'may', row, invoices: rail.invoices };
}
