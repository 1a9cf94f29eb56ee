import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../../machine/store/sql.ts';
import type { Transaction } from '../shapes/kinds.ts';
import { NmiRefusal } from '../shapes/reply.ts';
import type { NmiWorld } from '../shapes/world.ts';
import { responseView } from '../views/query-view.ts';
import { answerCall, type Call } from './session.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1_000;
const KNOWN = new Set(
  (
    'security_key transaction_id order_id condition action_type start_date end_date page_number result_limit ' +
    'result_order report_type'
  ).split(' '),
);

/** Serves query.php: transactions by their ids, as XML. */
export function serveQuery(app: FastifyInstance, world: NmiWorld): void {
  app.post('/api/query.php', (request, reply) =>
    answerCall(
      world,
      { request, reply },
      {
        operation: () => 'nmi.query',
        effect: (call) => find(world.db, call),
        send: (found) => reply.type('text/xml; charset=utf-8').send(responseView(found)),
      },
    ),
  );
}

async function find(db: Db, { account, form }: Call): Promise<Transaction[]> {
  const unknown = [...form.keys()].find((name) => !KNOWN.has(name));
  if (unknown !== undefined) throw new NmiRefusal(`The sandbox does not serve ${unknown}`);
  const report = form.get('report_type') ?? '';
  if (report !== '' && report !== 'transaction') throw new NmiRefusal('Invalid report type');
  const limit = wholeOf(form, 'result_limit', { fallback: LIMIT_DEFAULT, min: 1, max: LIMIT_MAX });
  const page = wholeOf(form, 'page_number', { fallback: 0, min: 0, max: 1_000_000 });
  const ids = listOf(form, 'transaction_id');
  const orders = listOf(form, 'order_id');
  const conditions = listOf(form, 'condition');
  const actions = listOf(form, 'action_type');
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
      and (${momentOf(form, 'start_date')}::text is null or body ->> 'created_at' >= ${momentOf(form, 'start_date')})
      and (${momentOf(form, 'end_date')}::text is null or body ->> 'created_at' <= ${momentOf(form, 'end_date')})
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
function momentOf(form: URLSearchParams, name: string): string | null {
  const text = form.get(name) ?? '';
  if (text === '') return null;
  const match = /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d))?$/.exec(text);
  if (match === null) throw new NmiRefusal(`Invalid ${name}`);
  const [, year, month, day, hours = '00', minutes = '00', seconds = '00'] = match;
  return `${year}-${month}-${day}T${hours}:${minutes}:${seconds}.000Z`;
}
