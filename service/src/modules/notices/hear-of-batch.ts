import type { Ctx } from '../../context.ts';
import type { Dealt, NoticeSource } from '../accounts/index.ts';
import { type FindByNews, hearOfSettlement } from '../payments/index.ts';

/** So many of a batch are read at the provider at once. */
const AT_ONCE = 8;

/** A batch of what a provider settled: each capture of ours in it is read there. What is not ours is none of our business, and what
 *  was read before is not read again. */
export async function hearOfBatch(
  ctx: Ctx,
  of: { from: NoticeSource; find: FindByNews },
  ids: readonly string[],
): Promise<Dealt> {
  const left = [...ids];
  let dealt: Dealt = 'done';
  const readOn = async (): Promise<void> => {
    for (let id = left.pop(); id !== undefined; id = left.pop())
      if ((await hear(ctx, of, id)) === 'later') dealt = 'later';
  };
  await Promise.all(Array.from({ length: AT_ONCE }, readOn));
  return dealt;
}

async function hear(
  ctx: Ctx,
  { from, find }: { from: NoticeSource; find: FindByNews },
  provider_capture_id: string,
): Promise<Dealt> {
  const captured = await find({ ...from, provider_capture_id, provider_order_id: null });
  if (!captured || captured.settled === true) return 'done';
  return hearOfSettlement(ctx, captured);
}
