import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { factsOf, readTree } from './facts.ts';
import { HOUSE } from './map.ts';
import { breachesBy, moduleOf } from './rules.ts';
import { SHELF, WRITER } from './shelf.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
// What the map is held against.
const FOLDERS = [
  'service/src',
  'wire',
  'markup',
  'client',
  'postgres',
  'sandbox',
  'web',
  'local',
  'cli',
  'dev',
  'tests/world',
  'tests/bench',
  'tests/faults',
  'docs',
];
// Where the tests are what stands there.
const TESTED_WHOLE = ['tests/architecture', 'tests/conformance'];
// JavaScript as it stands: each file starts a program of this tree.
const UNREAD = ['bin'];

const breachesOf = breachesBy(HOUSE);

/** Breaches of a small tree of planted files. */
function planted(files: Record<string, string>): string[] {
  return breachesOf(Object.entries(files).map(([file, text]) => factsOf(file, text)));
}

describe('the house', () => {
  test('stands as its map says', () => {
    const files = FOLDERS.flatMap((folder) => readTree(ROOT, folder, { tests: false }));
    const tests = TESTED_WHOLE.flatMap((folder) => readTree(ROOT, folder, { tests: true }));
    expect(breachesOf([...files, ...tests])).toEqual([]);
  });

  test('has every folder on its map', () => {
    const files = globSync('*/**/*.{ts,tsx,mjs}', { cwd: ROOT, exclude: ['**/node_modules', '**/.*'] });
    const ours = files.map((file) => file.split(path.sep)[0]!);
    const mapped = [...FOLDERS, ...TESTED_WHOLE, ...UNREAD].map((folder) => folder.split('/')[0]!);
    expect([...new Set(ours)].toSorted()).toEqual([...new Set(mapped)].toSorted());
  });

  test('has a place on the shelf for every module, and no empty place', () => {
    const modules = readdirSync(path.join(ROOT, 'service/src/modules'));
    expect(modules.toSorted()).toEqual(SHELF.toSorted());
  });

  test('has one writer for every table that a migration makes', () => {
    const folder = path.join(ROOT, 'service/migrations');
    const made = readdirSync(folder).flatMap((name) =>
      [
        ...readFileSync(path.join(folder, name), 'utf8').matchAll(
          /create (?:unlogged )?table ([a-z_]+)([^;]*?);/gs,
        ),
      ]
        .filter((match) => !match[2]!.startsWith(' partition of'))
        .map((match) => match[1]!),
    );
    expect(Object.keys(WRITER).toSorted()).toEqual([...made, 'migrations', 'expansions'].toSorted());
    expect(Object.values(WRITER).filter((folder) => moduleOf(`${folder}/`) !== null)).toSatisfy(
      (writers: string[]) => writers.every((writer) => SHELF.includes(writer.slice('modules/'.length))),
    );
  });
});

describe('the map reports', () => {
  test('an import that goes up', () => {
    const files = { 'service/src/lib/a.ts': "import { b } from '../db/b.ts'; export const a = b;" };
    expect(planted(files)).toEqual(['lib/a.ts may not import db/b.ts.']);
  });

  test('a file that has no place', () => {
    expect(planted({ 'service/src/misc/a.ts': '' })).toEqual(['misc/a.ts has no place on the map.']);
  });

  test('a reach past the index of a lower module, also by a type or a dynamic import', () => {
    const reach =
      "import type { K } from '../keys/queries.ts'; void import('../channels/queries.ts'); export type A = K;";
    expect(planted({ 'service/src/modules/owners/a.ts': reach })).toEqual([
      'modules/owners/a.ts reaches past the index of channels to modules/channels/queries.ts.',
      'modules/owners/a.ts reaches past the index of keys to modules/keys/queries.ts.',
    ]);
  });

  test('a reach past an index from outside the modules', () => {
    const files = { 'service/src/worker/loop.ts': "export { a } from '../modules/refunds/sweep.ts';" };
    expect(planted(files)).toEqual([
      'worker/loop.ts reaches past the index of refunds to modules/refunds/sweep.ts.',
    ]);
  });

  test('a module that reaches up the shelf', () => {
    const files = { 'service/src/modules/keys/a.ts': "export * from '../payments/index.ts';" };
    expect(planted(files)).toEqual([
      'modules/keys/a.ts reaches up to modules/payments/index.ts: payments does not stand below keys.',
    ]);
  });

  test('a module that is not on the shelf', () => {
    const breach = 'modules/misc/index.ts is of a module that is not on the shelf.';
    expect(planted({ 'service/src/modules/misc/index.ts': '' })).toEqual([breach]);
  });

  test('a concrete rail in a module, and a rail that knows another', () => {
    const module = { 'service/src/modules/payments/a.ts': "import '../../rails/ppcp/index.ts';" };
    expect(planted(module)).toEqual(['modules/payments/a.ts may not import rails/ppcp/index.ts.']);
    const rail = { 'service/src/rails/nmi/a.ts': "import '../ppcp/client/client.ts';" };
    expect(planted(rail)).toEqual(['rails/nmi/a.ts knows another rail, rails/ppcp/client/client.ts.']);
    const facet = { 'service/src/rails/facets/a.ts': "import '../ppcp/client/client.ts';" };
    expect(planted(facet)).toContain('rails/facets/a.ts may not import rails/ppcp/client/client.ts.');
  });

  test('a page that knows the pages of other readers, and a room below that knows one above', () => {
    const files = {
      'service/src/pages/sdk/a.ts': "import '../checkout/b.ts'; import '../shell/c.ts';",
      'service/src/pages/shell/c.ts': "import '../people/d.ts';",
    };
    expect(planted(files)).toEqual([
      'pages/sdk/a.ts may not import pages/checkout/b.ts.',
      'pages/shell/c.ts may not import pages/people/d.ts.',
    ]);
  });

  test('HTTP in a file that decides', () => {
    const files = { 'service/src/modules/keys/a.ts': "import '../../http/route.ts';" };
    expect(planted(files)).toEqual(['modules/keys/a.ts may not import http/route.ts.']);
  });

  test('a field of a request in a file that decides', () => {
    const text = "import { InvalidFields } from '../../refusals.ts'; export const a = new InvalidFields([]);";
    const breach = "modules/keys/a.ts says which field of a request is wrong; that is its route's to say.";
    expect(planted({ 'service/src/modules/keys/a.ts': text })).toEqual([breach]);
    expect(planted({ 'service/src/modules/keys/some-routes.ts': text })).toEqual([]);
  });

  test('a field of a request that is named on behalf of a file that decides', () => {
    const problem = 'export class InvalidFields extends Error {}';
    const text = `${problem} export const tokenMissing = () => new InvalidFields([]);`;
    const breach = "refusals.ts says which field of a request is wrong; that is its route's to say.";
    expect(planted({ 'service/src/refusals.ts': text })).toEqual([breach]);
    expect(planted({ 'service/src/refusals.ts': problem })).toEqual([]);
  });

  test.each([
    ['a query', "export const q = (db: any) => db.selectFrom('api_keys').select('id');"],
    ['the builder itself', "import { sql } from 'kysely'; export const q = sql;"],
    ['SQL text', 'export const q = (c: any) => c.unsafe(`select id from api_keys`);'],
  ])('SQL in routes: %s', (_name, text) => {
    const breach = 'modules/keys/routes.ts holds SQL; that belongs in queries.ts.';
    expect(planted({ 'service/src/modules/keys/routes.ts': text })).toEqual([breach]);
  });

  test.each([
    ['selectAll', "tx.selectFrom('api_keys').selectAll()"],
    ['returningAll', "tx.updateTable('api_keys').set({}).returningAll()"],
    ['select *', 'sql`select * from api_keys`'],
    ['a star within', 'sql`with k as (select id, k.* from api_keys k) select count(*) from k`'],
    ['returning *', 'sql`update api_keys set name = ${1} returning *`'],
  ])('every column taken by %s', (_name, statement) => {
    const text = `import { sql } from 'kysely'; export const f = (tx: any) => ${statement};`;
    const breach =
      'modules/keys/queries.ts takes every column; a newer release may add one beside a prepared statement.';
    expect(planted({ 'service/src/modules/keys/queries.ts': text })).toEqual([breach]);
  });

  test('no column taken by a count', () => {
    const text = "import { sql } from 'kysely'; export const f = sql`select count(*), 2 * 3 from api_keys`;";
    expect(planted({ 'service/src/modules/keys/queries.ts': text })).toEqual([]);
  });

  test.each([
    ['insertInto', "tx.insertInto('merchants').values({})"],
    ['updateTable under an alias', "tx.updateTable('merchants as m').set({})"],
    ['deleteFrom', "tx.deleteFrom('merchants')"],
    ['insert in SQL', 'sql`with x as (insert into merchants (id) values (${1}) returning id) select 1`'],
    ['update in SQL', 'sql`update merchants m set name = ${1}`'],
    ['update after a blank line of SQL', 'sql`with x as (\n update\n only merchants set a = 1) select 1`'],
    ['delete in SQL', 'sql`delete from merchants where id = ${1}`'],
    ['plain text', "client.unsafe('truncate merchants')"],
  ])('a foreign table written by %s', (_name, statement) => {
    const text = `import { sql } from 'kysely'; export const f = (tx: any, client: any) => ${statement};`;
    const breach = 'modules/keys/queries.ts writes merchants, which only modules/merchants may.';
    expect(planted({ 'service/src/modules/keys/queries.ts': text })).toEqual([breach]);
  });

  test('a table written under a name that the source does not tell', () => {
    const files = {
      'service/src/modules/keys/queries.ts': 'export const f = (tx: any, t: any) => tx.deleteFrom(t);',
    };
    expect(planted(files)).toEqual(['modules/keys/queries.ts writes a table that its source does not name.']);
  });

  test('no write where a row is only read, locked or merged', () => {
    const lock =
      'sql`select id from merchants for update skip locked`; sql`select 1 from merchants for no key update`;';
    const merge = 'sql`insert into api_keys (id) values (1) on conflict (id) do update set id = 1`;';
    const text = `// update merchants set everything\nimport { sql } from 'kysely'; ${lock} ${merge}`;
    expect(planted({ 'service/src/modules/keys/queries.ts': text })).toEqual([]);
  });

  test.each([["'ppcp'"], ["`where provider = 'nmi'`"], ['`${1} gravy`']])(
    'a rail that is known by its name: %s',
    (text) => {
      const breach = 'modules/payments/a.ts knows a rail by its name; ask for its traits.';
      expect(planted({ 'service/src/modules/payments/a.ts': `export const a = ${text};` })).toEqual([breach]);
      expect(planted({ 'service/src/rails/nmi/a.ts': `export const a = ${text};` })).toEqual([]);
    },
  );

  test.each([['process.env'], ["process['env']"]])('the environment read elsewhere: %s', (text) => {
    const breach = 'lib/a.ts reads the environment; only config.ts does.';
    expect(planted({ 'service/src/lib/a.ts': `export const a = ${text};` })).toEqual([breach]);
  });

  test.each([['Date.now()'], ['new Date()'], ['new Date'], ['Date()'], ['[1].map(Date.now)']])(
    "the host's clock read elsewhere: %s",
    (text) => {
      const breach = "lib/a.ts reads the host's clock; only lib/clock.ts does.";
      expect(planted({ 'service/src/lib/a.ts': `export const a = ${text};` })).toEqual([breach]);
    },
  );

  test('nothing when a date is made of another, or the clock is only spoken of', () => {
    const text = "// Date.now() and process.env\nexport const a = [new Date(0), 'new Date()'];";
    expect(planted({ 'service/src/lib/a.ts': text })).toEqual([]);
  });

  test('the sandbox in the service, and the service in the sandbox', () => {
    expect(
      planted({
        'service/src/main.ts': '',
        'service/src/rails/ppcp/a.ts': "import '../../../../sandbox/a.ts';",
      }),
    ).toEqual(['rails/ppcp/a.ts may not import sandbox/a.ts.']);
    expect(planted({ 'sandbox/main.ts': "import '../service/src/lib/ids.ts';" })).toEqual([
      'sandbox/main.ts may not import lib/ids.ts.',
    ]);
  });

  test('the service in what tests it from outside', () => {
    expect(planted({ 'tests/conformance/a.test.ts': "import '../../service/src/refusals.ts';" })).toEqual([
      'tests/conformance/a.test.ts may not import refusals.ts.',
    ]);
  });

  test('a package in what the browser runs', () => {
    expect(planted({ 'web/common/a.ts': "import 'preact';" })).toEqual([
      'web/common/a.ts may not import the package preact.',
    ]);
  });

  test('a package in the client, and the wire beside the file that is printed', () => {
    const files = { 'client/src/a.ts': "import 'undici'; import '../../wire/operations.ts';" };
    expect(planted(files)).toEqual([
      'client/src/a.ts may not import the package undici.',
      'client/src/a.ts may not import wire/operations.ts.',
    ]);
  });

  test('anything but schemas in the wire', () => {
    const text =
      "import 'typebox'; import './shapes.ts'; import 'fastify'; import '../service/src/lib/money.ts';";
    expect(planted({ 'wire/a.ts': text })).toEqual([
      'wire/a.ts may not import lib/money.ts.',
      'wire/a.ts may not import the package fastify.',
    ]);
  });

  test('a module that has grown too large', () => {
    const lines = (count: number) => '// A line.\n'.repeat(count);
    const grown = (second: number) =>
      planted({
        'service/src/modules/keys/a.ts': lines(1_000),
        'service/src/modules/keys/b.ts': lines(second),
      });
    expect(grown(499)).toEqual([]);
    expect(grown(500)).toEqual(['keys has 1500 lines; a module has fewer than 1500.']);
  });

  test('a name that a door hands out to nobody, or to tests alone', () => {
    const files = {
      'service/src/modules/keys/a.ts': 'export const a = 1; export const b = a; export type C = 1;',
      'service/src/modules/keys/index.ts': "export { a, b, type C } from './a.ts';",
      'service/src/modules/keys/c.ts': "import { b } from './a.ts'; export const c = b;",
      'service/src/modules/owners/d.ts': "import type { C } from '../keys/index.ts'; export type D = C;",
      'tests/world/e.ts': "import { a } from '../../service/src/modules/keys/index.ts'; export const e = a;",
    };
    expect(planted(files)).toEqual([
      'modules/keys/index.ts hands out a, which nobody takes.',
      'modules/keys/index.ts hands out b, which nobody takes.',
    ]);
  });

  test('no name of a door that is taken as the door calls it', () => {
    const files = {
      'service/src/modules/keys/a.ts': 'export const a = 1;',
      'service/src/modules/keys/index.ts': "export { a as b } from './a.ts';",
      'service/src/modules/owners/d.ts': "import { b } from '../keys/index.ts'; export const d = b;",
    };
    expect(planted(files)).toEqual([]);
  });

  test('a circle, also one of types', () => {
    const files = {
      'service/src/lib/a.ts': "import './b.ts';",
      'service/src/lib/b.ts': "import type { C } from './c.ts'; export type B = C;",
      'service/src/lib/c.ts': "export type { B as C } from './a.ts';",
    };
    expect(planted(files)).toEqual(['lib/a.ts -> lib/b.ts -> lib/c.ts -> lib/a.ts is a circle.']);
  });
});
