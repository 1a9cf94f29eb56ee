import { sql } from 'kysely';
import { readRecord } from '../../machine/store/records.ts';
import type { Account, Funding } from '../shapes/shapes.ts';
import type { Db, Tx } from '../../machine/store/sql.ts';
import { notFound, unprocessable } from '../../machine/refusal.ts';

const SOURCES = ['paypal', 'venmo', 'paylater', 'credit', 'card', 'apple_pay', 'google_pay'];
const ALIASES: Readonly<Record<string, string>> = {
  applepay: 'apple_pay',
  googlepay: 'google_pay',
  declined: 'paypal_declined',
  pending: 'paypal_pending',
  pending_declined: 'paypal_pending_declined',
};
/** Sources whose refusal is a declined capture; the others' is a refused call. */
const CARD_LIKE = new Set(['card', 'apple_pay', 'google_pay']);

/** Every value of `funding_source`: a source, alone or with what is to become of it. */
export const FUNDING_SOURCES: readonly string[] = [
  ...SOURCES.flatMap((source) =>
    ['', '_declined', '_pending', '_pending_declined'].map((end) => source + end),
  ),
  ...Object.keys(ALIASES),
];

/** What the buyer decided, and where their browser goes then. */
export interface Approval {
  order_id: string;
  status: string;
  payer_id: string | null;
  return_url: string | null;
}

/** What the buyer is asked about, an order or a setup token, and how they answer. */
export interface Choice {
  order_id: string;
  account_id?: string | undefined;
  funding_source?: string | undefined;
}

/** The account that pays: the one named, else the oldest personal one. Refuses: unknown 404, none 422. */
export async function chooseBuyer(tx: Tx, id: string | undefined): Promise<Account> {
  if (id !== undefined) return (await readRecord(tx, 'account', id)) ?? notFound('Account');
  const buyers = await personalAccounts(tx);
  return buyers[0] ?? unprocessable('account_id: there is no personal account to pay with');
}

/** The accounts a buyer may choose from, oldest first. */
export async function personalAccounts(db: Db | Tx): Promise<Account[]> {
  const { rows } = await sql<{ body: Account }>`
    select body from records
    where kind = 'account' and body ->> 'kind' = 'personal'
    order by seq limit 50`.execute(db);
  return rows.map((row) => row.body);
}

/** Reads a `funding_source`. Refuses with 422 what is none. */
export function readFunding(text: string): Funding {
  if (!FUNDING_SOURCES.includes(text))
    unprocessable(`funding_source: ${text} is not one of ${FUNDING_SOURCES.join(', ')}`);
  const name = ALIASES[text] ?? text;
  const source = SOURCES.find((entry) => name === entry || name.startsWith(`${entry}_`)) ?? 'paypal';
  switch (name.slice(source.length)) {
    case '_declined':
      return { source, outcome: CARD_LIKE.has(source) ? 'declined' : 'instrument_declined' };
    case '_pending':
      return { source, outcome: 'pending' };
    case '_pending_declined':
      return { source, outcome: 'pending_declined' };
    default:
      return { source, outcome: 'completed' };
  }
}

/** The payment source as it is shown once the buyer has chosen it. */
export function chosenSource(buyer: Account, funding: Funding): Record<string, Record<string, unknown>> {
  const name = { given_name: buyer.given_name, surname: buyer.surname };
  const person = { email_address: buyer.email, account_id: buyer.account_id };
  const card = {
    name: `${buyer.given_name} ${buyer.surname}`,
    last_digits: '1111',
    brand: 'VISA',
    available_networks: ['VISA'],
    type: 'CREDIT',
    expiry: '2031-01',
  };
  if (funding.source === 'card') return { card };
  if (CARD_LIKE.has(funding.source)) return { [funding.source]: { card } };
  if (funding.source === 'venmo')
    return { venmo: { ...person, user_name: buyer.given_name.toLowerCase(), name } };
  return {
    paypal: { ...person, account_status: 'VERIFIED', name, address: { country_code: buyer.country } },
  };
}

/** The address with these parameters added; null stays null. */
export function withQuery(address: string | null, query: Record<string, string>): string | null {
  if (address === null) return null;
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.toString();
}
