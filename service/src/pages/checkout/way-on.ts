import type { FastifyRequest } from 'fastify';
import { isSessionId } from '../../lib/ids.ts';
import { localeQuery, type Locale } from '../locales/choose.ts';
import type { Paths } from '../shell/paths.ts';

/** Where a buyer goes on whose page or form could not be answered: the payment page as it is by then, for an order
 *  that was approved with it. Null for what is no page of a session, or one in a frame. */
export function wayOn(
  { params, query, routeOptions }: Pick<FastifyRequest, 'params' | 'query' | 'routeOptions'>,
  paths: Paths,
  locale: Locale,
): string | null {
  const { id = '', order } = params as { id?: string; order?: string };
  if (!routeOptions.url?.startsWith('/checkout/') || !isSessionId(id)) return null;
  const token = order ?? orderOf(query as Record<string, unknown>);
  if (token === null) return paths.checkout(id) + localeQuery(locale);
  return `${paths.returned(id)}?token=${encodeURIComponent(token)}${localeQuery(locale, '&')}`;
}

/** The order with which the provider sends a buyer back. What was saved comes back under a name of its own. */
export function orderOf(query: Record<string, unknown>): string | null {
  const named = [query['token'], query['approval_token_id']];
  return named.find((one) => typeof one === 'string') ?? null;
}
