import type { FastifyInstance } from 'fastify';
import { money } from '../shapes/money.ts';
import { readRecord } from '../../machine/store/records.ts';
import type { Account, Link } from '../shapes/shapes.ts';
import { timestamp, type World } from '../shapes/world.ts';
import { readBalances, readLedger, type LedgerFilter, type LedgerRow } from './ledger.ts';
import { provide, type Answer, type Call } from './operation.ts';
import { momentIn } from '../checks/moment.ts';
import { refuse } from '../checks/problem.ts';
import { requireGrant } from '../checks/scopes.ts';

const RANGE_MS_MAX = 31 * 24 * 3_600_000;
const REACH_MS = 3 * 366 * 24 * 3_600_000;
const FOUND_MAX = 10_000;
const PAGE_DEFAULT = 100;
const PAGE_MAX = 500;
const AMOUNTS = /^(-?\d{1,18}) ?TO ?(-?\d{1,18})$/;
const SECTIONS =
  'transaction_info payer_info shipping_info auction_info cart_info incentive_info store_info all'.split(' ');
/** What moved the balance; the others did not, or not yet. */
const BALANCE_AFFECTING = ['S', 'V'];

/** Serves the reports: the movements on a seller's account, and what it holds. */
export function serveReporting(app: FastifyInstance, world: World): void {
  provide(app, world, {
    method: 'GET',
    path: '/v1/reporting/transactions',
    fault: 'search.read',
    handle: searchTransactions,
  });
  provide(app, world, {
    method: 'GET',
    path: '/v1/reporting/balances',
    fault: 'search.read',
    handle: showBalances,
  });
}

async function searchTransactions(call: Call): Promise<Answer> {
  const seller = requireSeller(call);
  const filter = filterOf(call, seller);
  const limit = wholeOf(call, 'page_size', { fallback: PAGE_DEFAULT, max: PAGE_MAX });
  const page = wholeOf(call, 'page', { fallback: 1, max: 2_147_483_647 });
  const sections = sectionsOf(call);
  // What moved is shown some time after it did, and the answer says how far it goes.
  const lagMs = (seller.search_lag_seconds ?? 0) * 1_000;
  const refreshed = timestamp(new Date(call.world.clock.now().getTime() - lagMs));
  const shown = { ...filter, to: refreshed < filter.to ? refreshed : filter.to };
  const { rows, total } = await readLedger(call.world.db, shown, { limit, offset: (page - 1) * limit });
  if (total > FOUND_MAX) refuse('RESULTSET_TOO_LARGE');
  const pages = Math.ceil(total / limit);
  const details = [];
  for (const row of rows) details.push(await detailOf(call.world, row, sections));
  const body = {
    transaction_details: details,
    account_number: seller.account_id,
    start_date: shown.from,
    end_date: shown.to,
    last_refreshed_datetime: refreshed,
    page,
    total_items: total,
    total_pages: pages,
    links: linksOf(call, page, pages),
  };
  return { status: 200, body };
}

async function showBalances(call: Call): Promise<Answer> {
  const seller = requireSeller(call);
  const now = timestamp(call.world.clock.now());
  const as_of_time = momentOf(call, 'as_of_time') ?? now;
  const asked = call.query['currency_code'];
  if (asked !== undefined && asked !== 'ALL' && !/^[A-Z]{3}$/.test(asked)) invalid('currency_code');
  const found = await readBalances(call.world.db, seller.account_id, as_of_time);
  const primary = seller.currency;
  // An account holds its own currency, be it nothing of it.
  if (primary !== null && found.every(({ currency }) => currency !== primary)) {
    found.unshift({ currency: primary, total: 0n, withheld: 0n });
  }
  const balances = found
    .filter(({ currency }) => asked === undefined || asked === 'ALL' || currency === asked)
    .map(({ currency, total, withheld }) => ({
      currency,
      primary: currency === primary,
      total_balance: money(total, currency),
      available_balance: money(total - withheld, currency),
      withheld_balance: money(withheld, currency),
    }));
  const body = { balances, account_id: seller.account_id, as_of_time, last_refresh_time: now };
  return { status: 200, body };
}

function requireSeller(call: Call): Account {
  if (call.seller === null) return refuse('PERMISSION_DENIED');
  requireGrant(call.seller, 'ADVANCED_TRANSACTIONS_SEARCH');
  return call.seller;
}

function filterOf(call: Call, seller: Account): LedgerFilter {
  const { query } = call;
  const from = momentOf(call, 'start_date') ?? missing('start_date');
  const to = momentOf(call, 'end_date') ?? missing('end_date');
  const span = Date.parse(to) - Date.parse(from);
  if (span < 0 || span > RANGE_MS_MAX) invalid('end_date');
  if (call.world.clock.now().getTime() - Date.parse(from) > REACH_MS) invalid('start_date');
  const status = query['transaction_status'] ?? null;
  if (status !== null && !['D', 'P', 'S', 'V'].includes(status)) invalid('transaction_status');
  const affecting = query['balance_affecting_records_only'] ?? 'Y';
  if (affecting !== 'Y' && affecting !== 'N') invalid('balance_affecting_records_only');
  const statuses = affecting === 'Y' ? BALANCE_AFFECTING : ['S', 'V', 'P', 'D'];
  const amounts = query['transaction_amount'];
  const bounds = amounts === undefined ? null : (AMOUNTS.exec(amounts) ?? invalid('transaction_amount'));
  return {
    seller: seller.account_id,
    from,
    to,
    id: query['transaction_id'] ?? null,
    code: query['transaction_type'] ?? null,
    statuses: status === null ? statuses : [status],
    currency: query['transaction_currency'] ?? null,
    between: bounds === null ? null : [bounds[1] ?? '', bounds[2] ?? ''],
  };
}

function sectionsOf(call: Call): ReadonlySet<string> {
  const names = (call.query['fields'] ?? 'transaction_info').split(',');
  return names.every((name) => SECTIONS.includes(name)) ? new Set(names) : invalid('fields');
}

async function detailOf(world: World, row: LedgerRow, sections: ReadonlySet<string>): Promise<object> {
  const isAsked = (name: string): boolean => sections.has(name) || sections.has('all');
  return {
    ...(isAsked('transaction_info') ? { transaction_info: infoOf(row) } : {}),
    ...(isAsked('payer_info') ? { payer_info: await payerOf(world, row.payer_id) } : {}),
    ...(isAsked('shipping_info') ? { shipping_info: {} } : {}),
    ...(isAsked('cart_info') ? { cart_info: {} } : {}),
    ...(isAsked('store_info') ? { store_info: {} } : {}),
    ...(isAsked('auction_info') ? { auction_info: {} } : {}),
    ...(isAsked('incentive_info') ? { incentive_info: {} } : {}),
  };
}

function infoOf(row: LedgerRow): object {
  return {
    ...(row.payer_id === null ? {} : { paypal_account_id: row.payer_id }),
    transaction_id: row.id,
    paypal_reference_id: row.reference_id,
    paypal_reference_id_type: row.reference_type,
    transaction_event_code: row.code,
    transaction_initiation_date: row.at,
    transaction_updated_date: row.updated,
    transaction_amount: row.amount,
    ...(row.fee === null ? {} : { fee_amount: row.fee }),
    transaction_status: row.status,
    ...(row.invoice_id === null ? {} : { invoice_id: row.invoice_id }),
    ...(row.custom_id === null ? {} : { custom_field: row.custom_id }),
    protection_eligibility: row.code === 'T0006' ? '01' : '02',
  };
}

async function payerOf(world: World, id: string | null): Promise<object> {
  const payer = id === null ? null : await readRecord(world.db, 'account', id);
  if (payer === null) return {};
  return {
    account_id: payer.account_id,
    email_address: payer.email,
    address_status: 'N',
    payer_status: 'Y',
    payer_name: {
      given_name: payer.given_name,
      surname: payer.surname,
      alternate_full_name: `${payer.given_name} ${payer.surname}`,
    },
    country_code: payer.country,
  };
}

function linksOf(call: Call, page: number, pages: number): Link[] {
  const link = (rel: string, to: number): Link => {
    const query = new URLSearchParams({ ...call.query, page: String(to) });
    const href = `${call.world.address.url}/v1/reporting/transactions?${query.toString()}`;
    return { href, rel, method: 'GET' };
  };
  return [
    link('self', page),
    ...(pages > 1 ? [link('first', 1), link('last', pages)] : []),
    ...(page < pages ? [link('next', page + 1)] : []),
  ];
}

function wholeOf(call: Call, name: string, rule: { fallback: number; max: number }): number {
  const text = call.query[name];
  if (text === undefined) return rule.fallback;
  const value = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return value >= 1 && value <= rule.max ? value : invalid(name);
}

function momentOf(call: Call, name: string): string | null {
  const text = call.query[name];
  if (text === undefined) return null;
  return momentIn(text) ?? invalid(name);
}

function missing(field: string): never {
  return refuse('MISSING_REQUIRED_PARAMETER', { field, location: 'query' });
}

function invalid(field: string): never {
  return refuse('INVALID_PARAMETER_VALUE', { field, location: 'query' });
}
