import { describe, expect, test } from 'vitest';
import { parseMigration, readMigrations, statementsOf } from './migration-files.ts';
import { problemsOf } from './migration-rules.fixture.ts';

// Migrations up to this one were written before any database was in use.
const LAST_WITHOUT_RULES = '0015_delivered_to.sql';

const problems = (text: string, earlier: readonly string[] = []) =>
  problemsOf(parseMigration('0099_planted.sql', text), earlier);

test('migrations can be applied beside processes that serve', async () => {
  const migrations = await readMigrations();
  const names = migrations.map(({ name }) => name);
  const found = migrations
    .filter(({ name }) => name > LAST_WITHOUT_RULES)
    .flatMap((migration) => problemsOf(migration, names.slice(0, names.indexOf(migration.name))));
  expect(found).toEqual([]);
  expect(new Set(names.map((name) => name.slice(0, 4))).size).toBe(names.length);
});

describe('the rules of migrations report', () => {
  test.each([
    ['an index under a lock', 'create index a_by_b on a (b)', 'builds an index under a lock'],
    ['a change of type', 'alter table a alter column b type bigint', 'changes the type of a column'],
    [
      'a column that must be filled',
      'alter table a add column b text not null',
      'not null and has no default',
    ],
    [
      'a default for each row',
      'alter table a add column b uuid default gen_random_uuid()',
      'computed for each row',
    ],
    [
      'an identity',
      'alter table a add column b bigint generated always as identity',
      'computed for each row',
    ],
    ['a check that reads the table', 'alter table a add constraint c check (b > 0)', 'reads the table'],
    ['a check of a new column', 'alter table a add column b integer check (b > 0)', 'reads the table'],
    [
      'a foreign key that does',
      'alter table a add constraint c foreign key (b) references d',
      'reads the table',
    ],
    ['a unique constraint', 'alter table a add constraint c unique (b)', 'builds its index under a lock'],
    ['a validation', 'alter table a validate constraint c', 'validates a constraint under a lock'],
    ['changed rows', 'update a set b = 1', 'changes rows'],
    ['copied rows', 'insert into a (b) select b from c', 'changes rows'],
    ['a partition', 'create table a_2026q4 partition of a for values from (1) to (2)', 'makes a partition'],
    ['a held table', 'lock table a', 'holds a whole table'],
    [
      'what is not for a transaction',
      'create index concurrently if not exists c on a (b)',
      'in a transaction',
    ],
  ])('%s', (_name, statement, says) => {
    expect(problems(`${statement};`)).toEqual([expect.stringContaining(says)]);
  });

  test.each([
    ['a dropped table', 'drop table a'],
    ['a dropped index', 'drop index a_by_b'],
    ['a dropped column', 'alter table a drop column b'],
    ['a dropped constraint', 'alter table a drop constraint c'],
    ['a dropped default', 'alter table a alter column b drop default'],
    ['a renamed column', 'alter table a rename column b to c'],
    ['a column that must be there', 'alter table a alter column b set not null'],
  ])('%s, unless the file says what it contracts after', (_name, statement) => {
    expect(problems(`${statement};`)).toEqual([expect.stringContaining('says not after what it contracts')]);
    const after = `-- migration: contracts after 0098_b_is_unused.sql\n${statement};`;
    expect(problems(after, ['0098_b_is_unused.sql'])).toEqual([]);
    expect(problems(after)).toEqual([expect.stringContaining('does not stand before it')]);
  });

  test('two tables in one file, whose locks callers may take in another order', () => {
    expect(problems('alter table a add column b text; alter table c add column b text;')).toEqual([
      '0099_planted.sql changes a and c: take one file for each, or it may deadlock.',
    ]);
  });

  test('in a concurrent file all but what may begin anew in nobody’s way', () => {
    const concurrent = (statement: string) => problems(`-- migration: concurrent\n${statement};`);
    expect(
      concurrent('create unique index concurrently if not exists c on a (b, d desc) where b > 0'),
    ).toEqual([]);
    expect(concurrent('alter table a validate constraint c')).toEqual([]);
    expect(concurrent('drop index concurrently if exists c')).toEqual([
      expect.stringContaining('says not after what it contracts'),
    ]);
    for (const statement of [
      'create index concurrently c on a (b)',
      'create index if not exists c on a (b)',
      'alter table a add column b text',
    ]) {
      expect(concurrent(statement)).toEqual([expect.stringContaining('cannot be run again')]);
    }
  });

  test('nothing of a table that the file makes itself, and nothing of what only adds', () => {
    expect(
      problems(`
        create table a (id uuid primary key, b text not null) partition by range (id);
        create table a_default partition of a default;
        create index a_by_b on a (b);
        alter table a add constraint c check (b <> '');
        alter table d add column e text, add column f boolean not null default false;
        alter table d add column g timestamptz not null default now();
        alter table d add constraint h check (e <> '') not valid;
        alter table d alter column e set default 'x';
        alter table d set (autovacuum_vacuum_scale_factor = 0.01);`),
    ).toEqual([]);
  });
});

describe('a file of a migration', () => {
  test('is read into its statements', () => {
    const text = `-- one; two
      select ';' as "a;b", $$ ; -- not a comment $$; /* three; */ select 2 -- four;
      ; select $x$ $$;$$ $x$`;
    expect(statementsOf(text)).toEqual([
      `select ';' as "a;b", $$ ; -- not a comment $$`,
      'select 2',
      'select $x$ $$;$$ $x$',
    ]);
    expect(statementsOf('-- nothing to do')).toEqual([]);
  });

  test('says of itself only what is known', () => {
    expect(parseMigration('0099_a.sql', '-- migration: concurrent\nselect 1;')).toMatchObject({
      isConcurrent: true,
      contractsAfter: null,
    });
    expect(() => parseMigration('0099_a.sql', '-- migration: quickly\nselect 1;')).toThrow(
      '0099_a.sql says "quickly", which is no directive of a migration.',
    );
  });
});
