import type { Rail } from '../rail.ts';
import { createBooks } from './books.ts';
import { createPage } from './page.ts';
import { createClient } from './client.ts';
import { createNotices } from './notices.ts';
import { createOnboarding } from './onboarding.ts';
import { PPCP } from './kind.ts';
import type { PpcpOptions } from './options.ts';
import { createPayments } from './orders.ts';
import { createRefunds } from './refunds.ts';
import { createSettings } from './settings.ts';
import { createVault } from './vault.ts';

export { PPCP } from './kind.ts';
export type { PpcpOptions } from './options.ts';

/** The wallet as a rail. It keeps connections, one access token and signing certificates; nothing in it
 *  needs to be closed. Throws when a base address is not one. */
export function createPpcpRail(options: PpcpOptions): Rail {
  const settled = { ...options, api_base: baseOf(options.api_base), web_base: baseOf(options.web_base) };
  const client = createClient(settled);
  return {
    ...PPCP,
    payments: createPayments(client),
    refunds: createRefunds(client),
    books: createBooks(client),
    onboarding: createOnboarding(client, settled),
    page: createPage(client, settled),
    vault: createVault(client),
    notices: createNotices(client.transport, settled),
    settings: createSettings(client, settled),
  };
}

function baseOf(address: string): string {
  return new URL(address).href.replace(/\/+$/, '');
}
