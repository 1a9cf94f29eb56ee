import { type RawBuilder, sql } from 'kysely';

/** What is asked of a list of all tenants: conditions, and the order in which the newest come first. The first of the filters is
 *  found by an index of (its column, id), the others are looked at on the way; without one the primary key is walked.
 *
 *  By `=` the order would be that of the ids alone, and for a value that many rows seem to have the planner would walk through all
 *  of them by the primary key, to the end where few have it. Nothing but that index serves a range in this order. */
export function newestOfAll(filters: Readonly<Record<string, string | undefined>>): {
  conditions: RawBuilder<unknown>[];
  order: RawBuilder<unknown>;
} {
  const [first, ...others] = Object.entries(filters).flatMap(([column, value]) =>
    value === undefined ? [] : [{ column: sql.ref(column), value }],
  );
  if (!first) return { conditions: [], order: sql`id desc` };
  return {
    conditions: [
      sql`${first.column} between ${first.value} and ${first.value}`,
      ...others.map(({ column, value }) => sql`${column} = ${value}`),
    ],
    order: sql`${first.column} desc, id desc`,
  };
}
