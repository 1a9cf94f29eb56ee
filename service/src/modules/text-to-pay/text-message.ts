import type { Carrier, NewMessage, SendMessageOutcome } from '../../carrier/carrier.ts';
import type { Ctx } from '../../context.ts';
import { recordAwaited } from '../../db/record-lastingly.ts';
import type { Tx } from '../../db/tx.ts';
import { minor } from '../../lib/money.ts';
import { refused } from '../../refused.ts';
import { type Begun, carryOut, firstCheckAt, heldUntil, type Intent, isAsIntended } from '../doubt/index.ts';
import { readPayingMerchant } from '../merchants/index.ts';
import {
  firstPollAt,
  lockRequest,
  moveRequest,
  readRequest,
  type RequestResult,
  type RequestRow,
  resultOf,
  updateRequest,
} from '../payment-requests/index.ts';
import { recordMessage } from './hear-of-message.ts';
import { refuseSending } from './not-sent.ts';
import { resultOfOther } from './result-of-other.ts';
import { statusUrl } from './status-url.ts';
import { messageOf } from './words.ts';

interface MessageIntent extends Intent {
  request: RequestRow;
  carrier: Carrier;
  message: NewMessage;
}

/** Texts the link of an invoice that can be paid: once, whatever becomes of the call. */
export async function textMessage(ctx: Ctx, { id }: RequestRow): Promise<RequestResult> {
  return carryOut(ctx, {
    begin: (tx) => begin(tx, ctx, id),
    ask: (intent: MessageIntent) => intent.carrier.send(intent.message),
    record: ({ request }: MessageIntent, outcome: SendMessageOutcome) => record(ctx, request, outcome),
    answerOfOther: (other) => resultOfOther(ctx, other),
  });
}

// From here on the message may have been sent, whoever looks: so whatever may fail before it is sent comes before that.
async function begin(tx: Tx, ctx: Ctx, id: string): Promise<Begun<MessageIntent, RequestResult>> {
  const request = (await lockRequest(tx, id))!;
  if (request.state !== 'sending' || request.step !== 'invoice') return { kind: 'wait', id };
  const { carrier } = ctx;
  if (!carrier) return { kind: 'done', answer: refused('rail_not_configured') };
  const message = await compose(tx, ctx, request);
  const updated_at = ctx.clock.now();
  const held_until = heldUntil(updated_at);
  const held = { next_check_at: held_until, updated_at };
  const sending = await updateRequest(tx, id, { step: 'message', ...held });
  return { kind: 'ask', intent: { request: sending, held_until, carrier, message } };
}

async function compose(tx: Tx, ctx: Ctx, request: RequestRow): Promise<NewMessage> {
  const { business_name } = await readPayingMerchant(tx, request.merchant_id, request.provider);
  const { first_name, topic, currency } = request;
  const amount = minor(request.amount_cents);
  const body = messageOf({
    ...{ business_name, first_name, topic, amount, currency },
    pay_url: request.pay_url!,
  });
  return { to: request.phone, body, status_url: statusUrl(ctx, request.id) };
}

async function record(ctx: Ctx, sending: RequestRow, outcome: SendMessageOutcome): Promise<RequestResult> {
  const { id } = sending;
  switch (outcome.kind) {
    case 'taken':
      return resultOf(await recordAwaited(ctx.db, [id], (tx) => recordMessage(tx, ctx, id, outcome.message)));
    case 'refused': {
      const extra = { carrier_code: outcome.code };
      return refuseSending(ctx, id, { refusal: 'text_refused', problem: outcome.code, extra });
    }
    case 'unreachable': {
      const why = { refusal: 'provider_unavailable', problem: outcome.problem } as const;
      return refuseSending(ctx, id, why, (request) => isAsIntended(request, sending));
    }
    case 'unknown':
      return resultOf(await recordAwaited(ctx.db, [id], (tx) => stayUnknown(tx, ctx, id, outcome.problem)));
  }
}

/** Nobody heard whether the message was sent: it may have been, and is not sent again. */
export async function stayUnknown(tx: Tx, ctx: Ctx, id: string, last_problem: string): Promise<RequestRow> {
  const updated_at = ctx.clock.now();
  const unknown = await moveRequest(tx, id, {
    trigger: 'no_answer',
    next_check_at: firstCheckAt(updated_at),
    poll_at: firstPollAt(updated_at),
    last_problem,
    updated_at,
  });
  return unknown ?? (await readRequest(tx, id))!;
}
