import type { FastifyRequest } from 'fastify';
import type { Html } from '../../../markup/html.ts';
import { chooseLocale, type Locale } from './locales/choose.ts';
import type { Paths } from './shell/paths.ts';
import { messagePage } from './shell/plain-pages.ts';

const STATUS = 404;
const OF_BUYERS = /^\/(?:checkout|embed)(?:[/?]|$)/;
const OF_REFERENCE = /^\/docs(?:[/?]|$)/;

/** The page at an address that leads nowhere. Whoever mistyped that of a payment is told so in their language; anybody else is
 *  shown where to go on. */
export function nothingHerePage(
  { url, headers }: Pick<FastifyRequest, 'url' | 'headers'>,
  paths: Paths,
): { title: string; body: Html; locale?: Locale } {
  if (OF_BUYERS.test(url)) {
    const query = new URLSearchParams(/\?.*/.exec(url)?.[0]);
    const locale = chooseLocale(query.get('locale'), headers['accept-language']);
    const { heading, text } = locale.words.problems.not_found;
    return { title: heading, body: messagePage(heading, text, { status: STATUS, link: null }), locale };
  }
  const link = OF_REFERENCE.test(url)
    ? { href: paths.at('/docs'), words: 'Go to the reference' }
    : { href: paths.home, words: 'See what is here' };
  const heading = 'This page does not exist';
  const text = 'The address may be incomplete or mistyped.';
  return { title: heading, body: messagePage(heading, text, { status: STATUS, link }) };
}
