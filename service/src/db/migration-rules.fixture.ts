import { indexOf, type Migration } from './migration-files.ts';

interface Rule {
  pattern: RegExp;
  /** What is wrong, said after the name of the file. */
  says: string;
}

// May stand in a file that is concurrent: none of these is in the way of who reads or writes.
const IN_STEPS = [
  /^drop index concurrently if exists [a-z0-9_]+$/,
  /^alter table [a-z0-9_]+ validate constraint [a-z0-9_]+$/,
];

// Would be in the way of who serves for as long as the table is large, or breaks a release that is running.
const NEVER: readonly Rule[] = [
  {
    pattern: /\balter column [a-z0-9_]+ (?:set data )?type\b/,
    says: 'changes the type of a column: add another column',
  },
  {
    pattern: /\badd column\b[^,]*\bnot null\b(?![^,]*\bdefault\b)/,
    says: 'adds a column that is not null and has no default',
  },
  {
    pattern: /\badd column\b[^,]*\bdefault (?!now\(\)|pg_current_xact_id\(\))[a-z_.]+ *\(/,
    says: 'adds a column whose default is computed for each row',
  },
  {
    pattern: /\badd column\b[^,]*\b(?:generated\b|(?:small|big)?serial\b)/,
    says: 'adds a column that is computed for each row',
  },
  {
    pattern:
      /\badd (?:constraint [a-z0-9_]+ )?(?:check|foreign key)\b(?!.*\bnot valid\b)|\badd column\b[^,]*\b(?:check|references)\b/,
    says: 'adds a constraint that reads the table: add it as not valid and validate it in a concurrent file',
  },
  {
    pattern: /\badd (?:constraint [a-z0-9_]+ )?(?:unique|primary key|exclude)\b(?! using index)/,
    says: 'adds a constraint that builds its index under a lock: build the index in a concurrent file first',
  },
  {
    pattern: /\bvalidate constraint\b/,
    says: 'validates a constraint under a lock: do so in a concurrent file',
  },
  { pattern: /^(?:lock|cluster|vacuum|reindex|refresh|truncate)\b/, says: 'holds a whole table' },
  {
    pattern: /\bconcurrently\b/,
    says: 'does something concurrently in a transaction: say "-- migration: concurrent"',
  },
];

// A release that is running may still use it.
const CONTRACTS: readonly Rule[] = [
  {
    pattern: /^drop (?:table|index|type|view|function|sequence)\b/,
    says: 'drops what an older release may use',
  },
  {
    pattern:
      /\bdrop (?:column|constraint|default|not null|expression|identity)\b|\balter table [a-z0-9_]+ drop (?!column|constraint)/,
    says: 'drops what an older release may rely on',
  },
  { pattern: /\brename\b|\bset schema\b/, says: 'renames what an older release may use' },
  { pattern: /\bset not null\b/, says: 'refuses nulls that an older release may write' },
];

/** What a migration does that a database in use cannot bear, as one sentence each. `earlier` are the names of those before
 *  it; a table that the migration makes itself is nobody's yet. */
export function problemsOf(migration: Migration, earlier: readonly string[]): string[] {
  const { name, statements, isConcurrent, contractsAfter } = migration;
  const problems: string[] = [];
  if (contractsAfter !== null && !earlier.includes(contractsAfter)) {
    problems.push(`${name} contracts after ${contractsAfter}, which does not stand before it.`);
  }
  const [made, changed] = [new Set<string>(), new Set<string>()];
  for (const statement of statements.map((text) => text.replace(/\s+/g, ' ').toLowerCase())) {
    const table = /^create (?:unlogged )?table (?:if not exists )?([a-z0-9_]+)/.exec(statement)?.[1];
    if (table !== undefined && !statement.includes(' partition of ')) made.add(table);
    const touched = tableOf(statement);
    if (touched !== null && !made.has(touched)) changed.add(touched);
    const says = [
      ...rulesBroken(statement, { made, isConcurrent }),
      ...contractBroken(statement, made, contractsAfter),
    ];
    problems.push(...says.map((it) => `${name} ${it}: ${statement.slice(0, 80)}`));
  }
  if (changed.size > 1 && !isConcurrent) {
    problems.push(
      `${name} changes ${[...changed].join(' and ')}: take one file for each, or it may deadlock.`,
    );
  }
  return problems;
}

function rulesBroken(
  statement: string,
  file: { made: ReadonlySet<string>; isConcurrent: boolean },
): string[] {
  if (file.isConcurrent) {
    const isKnown = indexOf(statement) !== null || IN_STEPS.some((pattern) => pattern.test(statement));
    return isKnown ? [] : ['is concurrent and holds what cannot be run again after a kill'];
  }
  const touched = tableOf(statement);
  if (touched !== null && file.made.has(touched)) return [];
  if (/^create (?:unique )?index (?!concurrently)/.test(statement)) return ['builds an index under a lock'];
  if (/^create table .* partition of /.test(statement))
    return ['makes a partition under a lock of its parent'];
  if (/^(?:update|delete|merge)\b|^insert .*\bselect\b/.test(statement))
    return ['changes rows: let a sweep do so in batches'];
  return NEVER.filter(({ pattern }) => pattern.test(statement)).map(({ says }) => says);
}

function contractBroken(
  statement: string,
  made: ReadonlySet<string>,
  contractsAfter: string | null,
): string[] {
  const touched = tableOf(statement);
  if (contractsAfter !== null || (touched !== null && made.has(touched))) return [];
  return CONTRACTS.filter(({ pattern }) => pattern.test(statement)).map(
    ({ says }) => `says not after what it contracts, and ${says}`,
  );
}

function tableOf(statement: string): string | null {
  const found =
    /^(?:alter table (?:if exists )?(?:only )?|update (?:only )?|delete from (?:only )?|insert into |drop table (?:if exists )?)([a-z0-9_]+)/.exec(
      statement,
    ) ??
    /^create (?:unique )?index .*?\bon (?:only )?([a-z0-9_]+)/.exec(statement) ??
    /^create table [a-z0-9_]+ partition of ([a-z0-9_]+)/.exec(statement);
  return found?.[1] ?? null;
}
