import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** A file of `service/migrations`, read. */
export interface Migration {
  name: string;
  /** Runs outside a transaction, statement by statement, and may begin anew after it was killed. */
  isConcurrent: boolean;
  /** The migration that a release must hold to run beside what this one takes away; null when it only adds. */
  contractsAfter: string | null;
  statements: readonly string[];
}

/** An index that a migration asks for. */
export interface NewIndex {
  name: string;
  isUnique: boolean;
  table: string;
  /** From the columns on, as written. */
  definition: string;
}

const FOLDER = new URL('../../migrations/', import.meta.url);
const NAME = /^\d{4}_[a-z_]+\.sql$/;
// What a file says of itself, in lines of their own above everything else.
const DIRECTIVE = /^-- migration: (.+)$/;
// A quoted text, a dollar-quoted text or a comment, in which a semicolon ends nothing.
const OPAQUE = /'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1|--[^\n]*|\/\*[\s\S]*?\*\//y;
const CREATE =
  /^create (?<unique>unique )?index concurrently if not exists (?<name>[a-z0-9_]+)\s+on (?<table>[a-z0-9_]+)\s+(?<definition>[\s\S]+)$/;

/** The newest migration that this release holds, by which it is known. */
export async function newestMigration(): Promise<string> {
  return (await namesIn(FOLDER)).at(-1)!;
}

async function namesIn(folder: URL): Promise<string[]> {
  return (await readdir(fileURLToPath(folder))).filter((name) => name.endsWith('.sql')).sort();
}

/** The migrations of this release, in their order. Refuses a file that is not named like one, which would else be passed
 *  over without a word. */
export async function readMigrations(folder: URL = FOLDER): Promise<Migration[]> {
  const names = await namesIn(folder);
  const misnamed = names.find((name) => !NAME.test(name));
  if (misnamed !== undefined)
    throw new Error(`${misnamed} is not named like a migration: 0042_some_words.sql`);
  return Promise.all(
    names.map(async (name) => parseMigration(name, await readFile(new URL(name, folder), 'utf8'))),
  );
}

/** Reads what a migration says of itself and the statements it is made of. Refuses a directive that it does not know. */
export function parseMigration(name: string, text: string): Migration {
  const migration: Migration = {
    name,
    isConcurrent: false,
    contractsAfter: null,
    statements: statementsOf(text),
  };
  for (const line of text.split('\n')) {
    const directive = DIRECTIVE.exec(line)?.[1];
    if (directive === undefined) break;
    const floor = /^contracts after (\d{4}_[a-z_]+\.sql)$/.exec(directive)?.[1];
    if (directive === 'concurrent') migration.isConcurrent = true;
    else if (floor !== undefined) migration.contractsAfter = floor;
    else throw new Error(`${name} says "${directive}", which is no directive of a migration.`);
  }
  return migration;
}

/** The statements of a text of SQL, without its comments and without what ends them. */
export function statementsOf(text: string): string[] {
  const statements: string[] = [];
  let current = '';
  for (let at = 0; at < text.length;) {
    OPAQUE.lastIndex = at;
    const opaque = OPAQUE.exec(text)?.[0];
    const taken = opaque ?? text[at]!;
    at += taken.length;
    if (taken === ';') {
      statements.push(current.trim());
      current = '';
    } else if (!/^(?:--|\/\*)/.test(taken)) current += taken;
  }
  return [...statements, current.trim()].filter((statement) => statement !== '');
}

/** The index that a statement builds concurrently, or null for any other statement. */
export function indexOf(statement: string): NewIndex | null {
  const found = CREATE.exec(statement)?.groups as Record<string, string | undefined> | undefined;
  if (!found) return null;
  return {
    name: found['name']!,
    isUnique: found['unique'] !== undefined,
    table: found['table']!,
    definition: found['definition']!,
  };
}
