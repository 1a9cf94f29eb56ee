import type { ConfiguredRail, RailParts } from '../parts.ts';
import type { Rail } from '../rail.ts';
import { createBooks } from './books.ts';
import { createClient } from './client.ts';
import { NMI } from './kind.ts';
import { createNotices } from './notices.ts';
import { createPage } from './page.ts';
import { createPayments } from './payments.ts';
import { createRefunds } from './refunds.ts';
import { createVault } from './vault.ts';

export { NMI } from './kind.ts';

/** The gateway as a rail. It keeps connections; nothing in it needs to be closed. */
export function createNmiRail(parts: RailParts): Rail {
  const client = createClient(parts);
  return {
    ...NMI,
    payments: createPayments(client),
    refunds: createRefunds(client),
    books: createBooks(client),
    page: createPage(),
    vault: createVault(client),
    notices: createNotices(),
  };
}

/** Every deployment has it: its merchants bring their own credentials, and where they lead. */
export function configureNmi(): ConfiguredRail {
  return { code: NMI.code, address: null, open: createNmiRail };
}
