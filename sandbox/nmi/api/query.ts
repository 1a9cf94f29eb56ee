import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../../machine/store/sql.ts';
import { findCustomers } from '../acts/vault.ts';
import type { Transaction } from '../shapes/kinds.ts';
import { NmiRefusal } from '../shapes/reply.ts';
import type { NmiWorld } from '../shapes/world.ts';
import { customersView, responseView } from '../views/query-view.ts';
import { answerCall, type Call } from './session.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1_000;
const KNOWN = new Set(
  (
    'security_key transaction_id order_id condition action_type start_date end_date page_number result_limit ' +
    'result_order report_type customer_vault_id'
  ).split(' '),
);

/** Serves query.php: transactions by their ids, or the cards that a merchant keeps, as XML. */
export function serveQuery(app: FastifyInstance, world: NmiWorld): void {
  app.post('/api/query.php', (request, reply) =>
    answerCall(
      world,
      { request, reply },
      {
        operation: () => 'nmi.query',
        effect: (call) => report(world.db, call),
        send: (xml) => reply.type('text/xml; charset=utf-8').send(xml),
      },
    ),
  );
}

async function report(db: Db, call: Call): Promise<string> {
  const { account, form } = call;
  const unknown = [...form.keys()].find((name) => !KNOWN.has(name));
  if (unknown !== undefined) throw new NmiRefusal(`The sandbox does not serve ${unknown}`);
  switch (form.get('report_type') ?? '') {
    case '':
    case 'transaction':
      return responseView(await find(db, call));
    case 'customer_vault':
      return customersView(await findCustomers(db, account.account_id, form.get('customer_vault_id') ?? ''));
    default:
      throw new NmiRefusal('Invalid report type');
  }
}

async function find(db: Db, { account, form }: Call): Promise<Transaction[]> {
  const limit = wholeOf(form, 'result_limit', { fallback: LIMIT_DEFAULT, min: 1, max: LIMIT_MAX });
  const page = wholeOf(form, 'page_number', { fallback: 0, min: 0, max: 1_000_000 });
  const ids = listOf(form, 'transaction_id');
  const orders = listOf(form, 'order_id');
  const conditions = listOf(form, 'condition');
  const actions = listOf(form, 'action_type');
  const since = stampIn(form, 'start_date');
  const until = stampIn(form, 'end_date');
  // Whatever is done to a transaction modifies it, and the dates are held against the last of it.
  const modifiedAt = sql`
    (select max(action ->> 'date') from jsonb_array_elements(body -> 'actions') as action)`;
  const isNewestFirst = form.get('result_order') === 'reverse';
  const { rows } = await sql<{ body: Transaction }>`
    select body from records
    where kind = 'nmi_transaction' and body ->> 'account_id' = ${account.account_id}
      and (${ids}::text[] is null or id = any(${ids}::text[]))
      and (${orders}::text[] is null or body ->> 'order_id' = any(${orders}::text[]))
      and (${conditions}::text[] is null or body ->> 'condition' = any(${conditions}::text[]))
      and (${actions}::text[] is null or exists (
        select 1 from jsonb_array_elements(body -> 'actions') as action
        where action ->> 'action_type' = any(${actions}::text[])))
      and (${since}::text is null or ${modifiedAt} >= ${since})
      and (${until}::text is null or ${modifiedAt} <= ${until})
    order by case when ${isNewestFirst} then -seq else seq end
    limit ${limit} offset ${page * limit}`.execute(db);
  return rows.map(({ body }) => body);
}

function listOf(form: URLSearchParams, name: string): string[] | null {
  const text = form.get(name) ?? '';
  return text === '' ? null : text.split(',').map((one) => one.trim());
}

function wholeOf(
  form: URLSearchParams,
  name: string,
  rule: { fallback: number; min: number; max: number },
): number {
  const text = form.get(name) ?? '';
  if (text === '') return rule.fallback;
  const number = /^\d{1,7}$/.test(text) ? Number(text) : NaN;
  if (number >= rule.min && number <= rule.max) return number;
  throw new NmiRefusal(`Invalid ${name}`);
}

// YYYYMMDD with or without hhmmss, in UTC.
function stampIn(form: URLSearchParams, name: string): string | null {
  const text = form.get(name) ?? '';
  if (text === '') return null;
  if (!/^\d{8}(?:\d{6})?$/.test(text)) throw new NmiRefusal(`Invalid ${name}`);
  return text.padEnd(14, '0');
}
