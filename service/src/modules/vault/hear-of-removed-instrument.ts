import type { Ctx } from '../../context.ts';
import { type Dealt, type NoticeSource, sellerOf } from '../accounts/index.ts';
import { findByProvider, removeToken } from './queries.ts';

/** The provider tells that a token was removed: it is read back, and is selectable no more once it is gone there. Later
 *  when it could not be read, and while one that is unknown may still be being saved. */
export async function hearOfRemovedInstrument(
  ctx: Ctx,
  heard: NoticeSource & { provider_token_id: string; isOld: boolean },
): Promise<Dealt> {
  const token = await findByProvider(ctx.db, heard);
  const vault = ctx.rails.get(heard.provider)?.vault;
  if (!token) return heard.isOld ? 'done' : 'later';
  if (token.removed_at !== null || !vault) return 'done';
  const { id, provider_token_id } = token;
  const read = await vault.readToken({ provider_token_id, seller: await sellerOf(ctx, token) });
  if (read.kind === 'missing') await removeToken(ctx.db, { id, now: ctx.clock.now() });
  return read.kind === 'missing' || read.kind === 'found' ? 'done' : 'later';
}
