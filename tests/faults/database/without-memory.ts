import { sql } from 'kysely';
import { type Db, withSql } from '../books/books.ts';

/** Runs `work` while the server has no memory for any new row of a table. */
export function withoutMemoryFor(url: string, table: string, work: () => Promise<void>): Promise<void> {
  return withSql(url, async (db) => {
    await strike(db, table);
    try {
      await work();
    } finally {
      await sql`drop function fail cascade`.execute(db);
    }
  });
}

async function strike(db: Db, table: string): Promise<void> {
  await sql`
    create function fail() returns trigger language plpgsql
    as $$ begin raise exception 'out of memory' using errcode = '53200'; end $$`.execute(db);
  await sql`create trigger fail before insert on ${sql.table(table)} for each row execute function fail()`.execute(
    db,
  );
}
