import type { Env } from '../../lib/settings.ts';
import type { ConfiguredRail, RailParts } from '../parts.ts';
import type { Rail } from '../rail.ts';
import { createBooks } from './books.ts';
import { createClient } from './client.ts';
import { GRAVY } from './kind.ts';
import { createNotices } from './notices.ts';
import { createPage } from './page.ts';
import { createPayments } from './payments.ts';
import { createRefunds } from './refunds.ts';

export { GRAVY } from './kind.ts';

/** The orchestrator as a rail: each merchant's account has its own instance, key and secret. It keeps connections and opened keys;
 *  nothing in it needs to be closed. */
export function createGravyRail(parts: RailParts): Rail {
  const client = createClient(parts);
  return {
    ...GRAVY,
    payments: createPayments(client),
    refunds: createRefunds(client),
    books: createBooks(client),
    page: createPage(client, parts),
    notices: createNotices(parts),
  };
}

/** Its accounts bring all that it needs, so that every deployment has it. */
export function configureGravy(_env: Env, _environment: 'test' | 'live'): ConfiguredRail {
  return { code: GRAVY.code, address: null, open: createGravyRail };
}
