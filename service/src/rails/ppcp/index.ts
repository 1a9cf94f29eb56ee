import type { Env } from '../../lib/settings.ts';
import type { ConfiguredRail, RailParts } from '../parts.ts';
import type { Rail } from '../rail.ts';
import { createBooks } from './books/books.ts';
import { createPage } from './page.ts';
import { createClient } from './client/client.ts';
import { createDisputes } from './disputes.ts';
import { createInvoices } from './invoices.ts';
import { createNotices } from './notices/notices.ts';
import { createOnboarding } from './onboarding.ts';
import { PPCP } from './kind.ts';
import type { PpcpOptions } from './options.ts';
import { createPayments } from './orders.ts';
import { readSettings } from './settings/read-settings.ts';
import { createRefunds } from './refunds.ts';
import { createSettings } from './settings/settings.ts';
import { createVault } from './vault.ts';

export { PPCP } from './kind.ts';

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
    disputes: createDisputes(client),
    invoices: createInvoices(client),
    notices: createNotices(client.transport, settled),
    settings: createSettings(client, settled),
  };
}

/** The wallet of a deployment whose settings name it. */
export function configurePpcp(env: Env, environment: 'test' | 'live'): ConfiguredRail | null {
  const settings = readSettings(env, environment);
  if (!settings) return null;
  const open = (parts: RailParts) => createPpcpRail({ ...settings, ...parts });
  return { code: PPCP.code, address: settings.api_base, open };
}

function baseOf(address: string): string {
  return new URL(address).href.replace(/\/+$/, '');
}
