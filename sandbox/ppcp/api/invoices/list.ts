import { sql } from 'kysely';
import type { PayableInvoice } from '../../shapes/invoice-shapes.ts';
import type { Account } from '../../shapes/shapes.ts';
import type { Answer, Call } from '../operation.ts';
import { createChecker, isObject } from '../../checks/checker.ts';
import { refuse } from '../../checks/problem.ts';
import { invoiceView } from '../../views/invoice-view.ts';

const PAGE_DEFAULT = 20;
const PAGE_MAX = 100;
const PAGES_MAX = 1_000;

// Of what a search may ask for, this stand-in knows what an integration finds its own invoice by.
const SEARCHED = new Set(['reference']);
const REFERENCE_MAX = 120;

/** A page of a seller's invoices, newest first. */
export async function listInvoices(call: Call, seller: Account): Promise<Answer> {
  return pageOf(call, seller, null);
}

/** A page of those of a seller's invoices that bear a reference, newest first. Refuses every other criterion. */
export async function searchInvoices(call: Call, seller: Account): Promise<Answer> {
  const body = isObject(call.body) ? call.body : {};
  const checker = createChecker();
  for (const name of Object.keys(body)) if (!SEARCHED.has(name)) checker.add('NOT_SUPPORTED', `/${name}`);
  const reference = checker.text(body, 'reference', '', { max: REFERENCE_MAX }) ?? null;
  checker.finish();
  return pageOf(call, seller, reference);
}

async function pageOf(call: Call, seller: Account, reference: string | null): Promise<Answer> {
  const { world } = call;
  const size = wholeOf(call, 'page_size', PAGE_DEFAULT, PAGE_MAX);
  const page = wholeOf(call, 'page', 1, PAGES_MAX);
  const found = sql`from records
    where kind = 'payable_invoice' and body ->> 'payee_id' = ${seller.account_id}
      and (${reference}::text is null or body -> 'data' -> 'detail' ->> 'reference' = ${reference}::text)`;
  const { rows } = await sql<{ body: PayableInvoice }>`
    select body ${found} order by seq desc limit ${size} offset ${(page - 1) * size}`.execute(world.db);
  const { rows: counts } = await sql<{ total: number }>`select count(*)::int as total ${found}`.execute(
    world.db,
  );
  const total = counts[0]?.total ?? 0;
  const items = [];
  for (const { body } of rows) items.push(await invoiceView(world.db, world, body));
  const href = `${world.address.url}/v2/invoicing/invoices?page=${page}&page_size=${size}`;
  const totals = { total_items: total, total_pages: Math.ceil(total / size) };
  return {
    status: 200,
    body: {
      ...(call.query['total_required'] === 'true' ? totals : {}),
      items,
      links: [{ href, rel: 'self', method: 'GET' }],
    },
  };
}

function wholeOf(call: Call, name: string, fallback: number, max: number): number {
  const text = call.query[name];
  if (text === undefined) return fallback;
  const value = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= max) return value;
  return refuse('INVALID_PARAMETER_VALUE', { field: name, location: 'query' });
}
