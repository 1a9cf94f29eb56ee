import { sql } from 'kysely';
import type { Db } from '../../db/tx.ts';
import type { Clock } from '../../lib/clock.ts';
import { coalesce } from '../../lib/coalesce.ts';
import type { ErrorClass } from '../../poster/index.ts';
import { ATTEMPTS_MAX } from './schedule.ts';

/** What an attempt came to, with the lease it was made under. */
export interface Outcome {
  id: number;
  token: string;
  result: 'delivered' | 'failed' | 'unsent' | 'stopped';
  status: number | null;
  error_class: ErrorClass | null;
  started_at: Date;
  ms: number;
  remote_ip: string | null;
  url: string;
  retry_seconds: number;
}

/** Where the delivery went: finished, waiting for its retry, due again, or `fenced`: the lease had passed on. */
export type Recorded = 'delivered' | 'failed' | 'parked' | 'waiting' | 'due' | 'fenced';

/** Records outcomes, many in one statement: the row moves on or out, and the attempt is written, together or not at
 *  all. A token that no longer holds its lease changes nothing, so saying it twice is harmless. */
export function recorder(db: Db, clock: Clock): (outcome: Outcome) => Promise<Recorded> {
  return coalesce(async (outcomes) => {
    const { rows } = await recordStatement(outcomes, clock).execute(db);
    const states = new Map(rows.map((row) => [row.id, row.next_state]));
    return outcomes.map((outcome) => states.get(outcome.id) ?? 'fenced');
  });
}

function recordStatement(outcomes: readonly Outcome[], clock: Clock) {
  return sql<{ id: number; next_state: Recorded }>`
    with said as (
      select id, token, result, status, error_class, started_at, ms, remote_ip, url, retry_seconds
      from json_to_recordset(${JSON.stringify(outcomes)}::text::json) as t (
        id bigint, token uuid, result text, status int, error_class text, started_at timestamptz, ms int,
        remote_ip text, url text, retry_seconds double precision)
    ),
    fate as materialized (
      select d.id, d.event_id, d.endpoint_id, d.attempts, d.last_status as before_status,
        d.last_error as before_error, s.result, s.status, s.error_class, s.started_at, s.ms, s.remote_ip,
        s.url, s.retry_seconds,
        case
          when s.result = 'delivered' then 'delivered'
          when s.result = 'unsent' then 'due'
          when s.result = 'stopped' then 'parked'
          when d.attempts >= ${ATTEMPTS_MAX} then 'failed'
          when not w.enabled or w.activation <> d.activation then 'parked'
          else 'waiting'
        end as next_state
      from said s
      cross join lateral (
        select id, event_id, endpoint_id, activation, attempts, last_status, last_error
        from deliveries where id = s.id and lease_token = s.token limit 1 for update
      ) d
      cross join lateral (select enabled, activation from webhook_endpoints where id = d.endpoint_id limit 1) w
    ),
    gone as (
      delete from deliveries where id = any(array(select id from fate where next_state not in ('waiting', 'due')))
    ),
    finished as (
      insert into deliveries_finished
        (event_id, endpoint_id, state, attempts, last_status, last_error, finished_at, url)
      select event_id, endpoint_id, next_state, attempts - case when result = 'stopped' then 1 else 0 end,
        case when result = 'stopped' then before_status else status end,
        case when result = 'stopped' then before_error else error_class end,
        ${clock.now()}::timestamptz, case when result = 'stopped' then null else url end
      from fate where next_state not in ('waiting', 'due')
    ),
    kept as (
      update deliveries d
      set state = f.next_state, lease_until = null, lease_token = null,
        attempts = d.attempts - case when f.next_state = 'due' then 1 else 0 end,
        due_at = case when f.next_state = 'due' then d.due_at
          else clock_timestamp() + make_interval(secs => ${clock.offsetSeconds} + f.retry_seconds) end,
        last_status = case when f.next_state = 'due' then d.last_status else f.status end,
        last_error = case when f.next_state = 'due' then d.last_error else f.error_class end
      from fate f
      where d.id = f.id and d.id = any(array(select id from fate where next_state in ('waiting', 'due')))
    ),
    tried as (
      insert into delivery_attempts (event_id, endpoint_id, n, started_at, ms, status, error_class, remote_ip)
      select event_id, endpoint_id, attempts, started_at, ms, status, error_class, remote_ip
      from fate where result in ('delivered', 'failed')
      on conflict do nothing
    )
    select id, next_state from fate`;
}
