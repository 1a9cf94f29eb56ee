/** Keeps autovacuum away from the tables of a database: what it reads and writes counts in the server's statistics like what
 *  the service does, and it comes when it likes. */
export const KEEP_AUTOVACUUM_AWAY = `
  do $$ declare name regclass; begin
    for name in select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
      execute format('alter table %s set (autovacuum_enabled = false)', name);
    end loop;
  end $$`;
