import { NewSession } from '../../../../wire/sessions/schemas.ts';
import { defaultOf } from '../../../../wire/shapes.ts';
import { whyNotTaken } from '../../amounts.ts';
import type { Ctx } from '../../context.ts';
import { newSessionId } from '../../lib/ids.ts';
import { minor } from '../../lib/money.ts';
import { later, MINUTE_MS } from '../../lib/time.ts';
import { refused, type Refused, type Unfit } from '../../refused.ts';
import { type AnswerKey, answerOfOther, keptAnswer } from '../answers/index.ts';
import { type NewSessionRow, OPERATION, sessionInserter } from './insert-sessions.ts';
import { provideUserIdToken } from './user-id-token.ts';

const OPEN_MINUTES = defaultOf(NewSession.properties.expires_in_minutes);

/** Who sells: what is decided by stands in its own record. */
export interface SellingMerchant {
  merchant_id: string;
  channel_id: string | null;
  payment_provider: string;
  /** What it is paid into on that rail; null while it is not connected. */
  rail_account_id: string | null;
  wallet_primary_currency: string | null;
}

/** What is sold. Amounts are minor units. */
export type SessionPlan = Omit<
  NewSessionRow,
  'id' | 'merchant_id' | 'channel_id' | 'rail' | 'rail_account_id' | 'created_at' | 'expires_at'
> & { expires_in_minutes: number | null };

/** A session as it was made, or the answer that was kept for its key; `answer` is what `answerOf` says of it. */
interface MadeSession {
  readonly kind: 'made';
  readonly session: NewSessionRow | null;
  readonly answer: string;
}

interface Asked {
  plan: SessionPlan;
  key: AnswerKey | null;
  answerOf: (session: NewSessionRow) => string;
}

type CreateSession = (merchant: SellingMerchant, asked: Asked) => Promise<MadeSession | Refused | Unfit>;

/** Creates a session and raises checkout.session.created, in one statement, which sessions share that are asked for one merchant
 *  while another is under way. Refused: currency_not_settled. Throws KeyOfOtherBody. Spec: Checkout sessions. Gaps: G8, G9. */
export function sessionCreator(ctx: Ctx): CreateSession {
  const insert = sessionInserter(ctx);
  return async (merchant, { plan, key, answerOf }) => {
    const row = rowOf(ctx, merchant, plan);
    const place = { merchant_id: merchant.merchant_id, operation: OPERATION, now: row.created_at };
    const refusal = refusalOf(ctx, merchant, row);
    if (refusal) {
      // A repeated call is answered as the first was, whatever the merchant is paid by since.
      const kept = key && (await keptAnswer(ctx.db, { ...place, ...key }));
      return kept ? { kind: 'made', session: null, answer: kept } : refusal;
    }
    const answer = answerOf(row);
    const inserted = await insert({ row, claim: key && { ...key, answer } });
    if (!inserted) {
      const kept = await answerOfOther(ctx.db, { ...place, ...key! });
      return { kind: 'made', session: null, answer: kept };
    }
    if (inserted.is_routed) ctx.wake('deliveries');
    if (row.amount_cents === 0) await provideUserIdToken(ctx, row.id);
    return { kind: 'made', session: row, answer };
  };
}

function rowOf(ctx: Ctx, merchant: SellingMerchant, plan: SessionPlan): NewSessionRow {
  const now = ctx.clock.now();
  const { expires_in_minutes, ...given } = plan;
  return {
    ...given,
    id: newSessionId(),
    merchant_id: merchant.merchant_id,
    channel_id: merchant.channel_id,
    rail: merchant.payment_provider,
    rail_account_id: merchant.rail_account_id,
    expires_at: later(now, (expires_in_minutes ?? OPEN_MINUTES) * MINUTE_MS),
    created_at: now,
  };
}

// Why the merchant's provider does not take such an amount; null when it does.
function refusalOf(ctx: Ctx, merchant: SellingMerchant, session: NewSessionRow): Refused | Unfit | null {
  const { currency, amount_cents } = session;
  const { wallet_primary_currency: settles, payment_provider } = merchant;
  const kind = ctx.rails.kind(payment_provider);
  const why = whyNotTaken(kind, { amount: minor(amount_cents), currency, settles });
  if (why?.kind !== 'not_settled') return why;
  return refused('currency_not_settled', { session_currency: currency, settlement_currency: settles });
}
