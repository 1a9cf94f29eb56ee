import type { Ctx } from '../../context.ts';
import { newBearer, type StoredBearer } from '../../lib/bearer.ts';
import { DAY_MS, MINUTE_MS } from '../../lib/time.ts';

const LASTS_MS = 7 * DAY_MS;

/** How long whoever did not hear the answer may use the link again. */
export const REPEATED_MS = 10 * MINUTE_MS;

/** A new activation link, a dashboard user's or an owner's, and what is stored of its token. */
export function newActivationLink(
  { config }: Pick<Ctx, 'config'>,
  now: Date,
): { activation_url: string; stored: StoredBearer } {
  const { token, stored } = newBearer(now, LASTS_MS);
  return { activation_url: `${config.base_url}/activate/${token}`, stored };
}
