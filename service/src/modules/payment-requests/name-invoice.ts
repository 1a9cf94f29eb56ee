import type { Ctx } from '../../context.ts';
import { recordLastingly } from '../../db/record-lastingly.ts';
import { breaches, inTransaction } from '../../db/tx.ts';
import { lockRequest, updateRequest } from './queries.ts';

const IS_ANOTHERS = 'text_to_pay_by_invoice';

/** What is said of a provider that answers the id of another request's invoice: it is not to be believed. */
export const OF_ANOTHER = 'the invoice has the id of another';

interface Named {
  request_id: string;
  provider_invoice_id: string;
}

/** Keeps the id of a draft before it is published: an invoice that is payable is one that we know of. `given_up`: its request is
 *  being sent no more, and the sweep withdraws the draft. `anothers`: another request has this id. */
export async function nameDraft(
  ctx: Ctx,
  { request_id, provider_invoice_id }: Named,
): Promise<'named' | 'given_up' | 'anothers'> {
  const naming = inTransaction(ctx.db, async (tx) => {
    const request = await lockRequest(tx, request_id);
    if (!request) return 'given_up';
    const isSending = request.state === 'sending';
    const withdrawn = isSending ? {} : { poll_at: ctx.clock.now() };
    const { updated_at } = request;
    await updateRequest(tx, request_id, { provider_invoice_id, ...withdrawn, updated_at });
    return isSending ? 'named' : 'given_up';
  });
  return orAnothers(naming);
}

/** Keeps the id of an invoice that the provider showed afterwards. */
export async function nameFound(
  ctx: Ctx,
  { request_id, provider_invoice_id }: Named,
): Promise<'named' | 'anothers'> {
  const naming = recordLastingly(ctx.db, async (tx) => {
    const { updated_at } = (await lockRequest(tx, request_id))!;
    await updateRequest(tx, request_id, { provider_invoice_id, updated_at });
    return 'named' as const;
  });
  return orAnothers(naming);
}

async function orAnothers<T>(naming: Promise<T>): Promise<T | 'anothers'> {
  return naming.catch((error: unknown) => {
    if (breaches(error, IS_ANOTHERS)) return 'anothers';
    throw error;
  });
}
