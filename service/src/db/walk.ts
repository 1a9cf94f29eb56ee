import { type RawBuilder, sql } from 'kysely';
import { BEFORE_ALL_IDS } from '../lib/ids.ts';
import type { Tables } from './tables.ts';
import type { Db } from './tx.ts';

/** A walk through all rows of a table by their ids, so many at a step, whichever process takes it. */
interface Walk {
  /** The table that remembers how far each walk is, and the name of this one there. */
  kept_in: keyof Tables;
  name: string;
  through: keyof Tables;
  /** The columns that `looked` has of a row. */
  columns: readonly string[];
  limit: number;
}

/** Goes on from where the last step ended, and from the beginning again once it came to the end. Answers what `read` selects
 *  from `looked`, the rows of this step, in the one statement that keeps how far it is. Index: the primary key of `through`. */
export async function walkOn<Row>(db: Db, walk: Walk, read: RawBuilder<Row>): Promise<Row[]> {
  const { name, limit } = walk;
  const [walks, through] = [sql.table(walk.kept_in), sql.table(walk.through)];
  const columns = sql.join(walk.columns.map((column) => sql.ref(column)));
  await sql`
    insert into ${walks} (name, after_id) values (${name}, ${BEFORE_ALL_IDS})
    on conflict do nothing`.execute(db);
  const { rows } = await sql<Row>`
    with walk as materialized (select after_id from ${walks} where name = ${name} for update),
    looked as materialized (
      select ${columns} from ${through}
      where id > (select after_id from walk)
      order by id
      limit ${limit}
    ),
    last as (select id from looked order by id desc limit 1),
    gone_on as (
      update ${walks}
      set after_id = case when (select count(*) from looked) < ${limit} then ${BEFORE_ALL_IDS}::uuid
        else (select id from last) end
      where name = ${name}
    )
    ${read}`.execute(db);
  return rows;
}
