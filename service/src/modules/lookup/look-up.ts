import type { Ctx } from '../../context.ts';
import type { DoubtKind } from '../doubt/index.ts';
import { refused } from '../../refused.ts';
import { describePayment } from './describe-payment.ts';
import { findNamed, type Hit } from './finders.ts';
import { paymentsOf } from './payments-of.ts';

const HITS_MAX = 20;
// Each is some twenty statements.
const PAYMENTS_MAX = 5;

/** What an id is known as here, whoever named it, and the payments that it belongs to, with all that came of each. Nobody else is
 *  asked, and nothing changes. Amounts are as the shapes of each part have them. Refused: id_not_found. Gap G170. */
export async function lookUp(
  ctx: Ctx,
  doubts: readonly DoubtKind[],
  { id, merchant_id }: { id: string; merchant_id: string | undefined },
) {
  const found = await findNamed(ctx.db, { id, merchant_id, limit: HITS_MAX + 1 });
  if (found.length === 0) return refused('id_not_found');
  const hits = found.slice(0, HITS_MAX);
  const keys = await paymentsOf(ctx.db, hits);
  const payments = [];
  for (const key of keys.slice(0, PAYMENTS_MAX)) payments.push(await describePayment(ctx, doubts, key));
  const has_more = found.length > HITS_MAX || keys.length > PAYMENTS_MAX;
  return { kind: 'found' as const, answer: { id, hits: hits.map(hitView), has_more, payments } };
}

function hitView({ kind, found_by, id, merchant_id, checkout_session_id, transaction_id }: Hit) {
  return { kind, found_by, id, merchant_id, checkout_session_id, transaction_id };
}
