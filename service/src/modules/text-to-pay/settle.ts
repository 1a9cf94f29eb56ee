import { sql } from 'kysely';
import type { Ctx } from '../../context.ts';
import { inTransaction } from '../../db/tx.ts';
import { type DoubtKind, heldUntil, type Standing } from '../doubt/index.ts';
import { readRequest, type RequestRow } from '../payment-requests/index.ts';
import { recordMessage } from './hear-of-message.ts';
import { recordNotSent } from './not-sent.ts';
import { stayUnknown } from './text-message.ts';

const NOT_SHOWN = 'the carrier does not show the message';
const NOT_CONFIGURED = 'no carrier is configured';

/** Messages of which nobody heard whether they were sent are looked for at the carrier, and never sent again. That the carrier
 *  does not show one proves nothing: only a person says so. */
export const textMessageDoubt: DoubtKind = {
  name: 'text_message',
  table: 'text_to_pay_requests',
  key: 'id',
  about: sql`select open.transaction_id, open.merchant_id, open.channel_id, open.amount_cents, open.currency`,
  asking: 'sending',
  isReadOnly: true,
  settle: settleMessage,
  // By `settle-by-hand.ts`.
  endByHand: null,
};

async function settleMessage(ctx: Ctx, id: string): Promise<Standing> {
  const request = await readRequest(ctx.db, id);
  if (!request || (request.state !== 'sending' && request.state !== 'unknown')) return 'settled';
  if (request.state === 'sending') {
    if (isHeld(ctx, request)) return { isAnswered: false };
    if (request.step === 'invoice') return giveUp(ctx, id);
    await inTransaction(ctx.db, (tx) => stayUnknown(tx, ctx, id, 'the call did not end'));
  }
  return lookAtCarrier(ctx, request);
}

// Whoever is sending it is given its time.
function isHeld({ clock }: Ctx, { updated_at }: RequestRow): boolean {
  return clock.now() < heldUntil(updated_at);
}

// Its process died before the message was begun: nothing was texted. One that lives may be beginning it just now.
async function giveUp(ctx: Ctx, id: string): Promise<Standing> {
  const why = {
    refusal: 'provider_unavailable',
    problem: 'the call did not end',
    mayBeDrafted: true,
  } as const;
  const isNotSent = (request: RequestRow) => request.step === 'invoice' && !isHeld(ctx, request);
  return (await recordNotSent(ctx, id, why, isNotSent)) ? 'settled' : { isAnswered: false };
}

async function lookAtCarrier(ctx: Ctx, request: RequestRow): Promise<Standing> {
  if (!ctx.carrier) return { isAnswered: true, problem: NOT_CONFIGURED };
  const { id, phone: to, created_at: since } = request;
  const found = await ctx.carrier.find({ to, since, words: request.pay_url! });
  switch (found.kind) {
    case 'found':
      await inTransaction(ctx.db, (tx) => recordMessage(tx, ctx, id, found.message));
      return 'settled';
    case 'missing':
      return { isAnswered: true, problem: NOT_SHOWN };
    case 'unknown':
    case 'unreachable':
      return { isAnswered: false, problem: found.problem };
  }
}
