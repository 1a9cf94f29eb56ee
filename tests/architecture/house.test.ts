import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { RAIL_KINDS } from '../../service/src/rails/kinds.ts';
import { factsOf, readTree } from './facts.ts';
import { breachesBy, moduleOf, type Rows } from './rules.ts';
import { SHELF, WRITER } from './shelf.ts';

// The map of the house. ARCHITECTURE.md says it in words; this says it exactly, and wins.
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
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

// Paths are as in Facts: `service/src/` is left out. The first row that fits a file speaks for it.
const FOUNDATION = [
  ...['lib/**', 'db/**', 'wire/**'],
  ...['amounts.ts', 'refusal-for.ts', 'refusals.ts', 'refused.ts', 'scope.ts', 'context.ts'],
];
// Connections to PostgreSQL, for whoever has a database: the service and the sandbox have one each.
const POSTGRES = 'postgres/**';
// Pages as text, escaped on the way in: the service and the sandbox have pages each.
const MARKUP = 'markup/**';
// What goes out but to a provider: texts to phones, events to receivers.
const OUTWARDS = ['carrier/{carrier,message-status}.ts', 'poster/index.ts'];
const WORLD = [
  '{lib,db,http,rails,poster,modules}/**',
  '{wire,sandbox,client/src,local}/**',
  '*.ts',
  POSTGRES,
  'dev/*.ts',
  'dev/postgres/*.ts',
];
// What one kind of reader sees is nothing to the pages of another.
const pagesOf = (room: string): Rows[number] => [
  `pages/${room}/**`,
  [...FOUNDATION, 'modules/**', 'http/**', `pages/{${room},shell,locales,state}/**`, MARKUP],
];
const MAY_IMPORT: Rows = [
  ['wire/**', ['wire/**']],
  [POSTGRES, [POSTGRES]],
  [MARKUP, [MARKUP]],
  // Its own map is in sandbox.test.ts.
  ['sandbox/**', ['sandbox/**', POSTGRES, MARKUP]],
  ['tests/architecture/**', ['tests/architecture/**', 'rails/{kinds,rail}.ts']],
  // Restates the interface from outside. What it shared with the service it could not find wrong.
  [
    'tests/conformance/**',
    [
      'tests/conformance/**',
      'tests/world/{world,actors,disputes,dispute-actions,gateways,past-the-service,subscriptions,texts}.ts',
    ],
  ],
  // The one file of the client that is printed anew when it is packed: nothing else of it knows the wire.
  ['client/src/contract.ts', ['client/src/**', 'wire/**']],
  ['client/src/**', ['client/src/**']],
  ['client/build/**', ['client/**', 'contract/**', 'dev/loop/*.ts', 'bin/*']],
  // Runs in a browser. Each page's scripts share the kit, none knows another's, and providers' names stop at `kits`.
  ['web/kit/**', ['web/kit/**']],
  ['web/kits/**', ['web/kits/**', 'web/kit/**']],
  ['web/checkout/**', ['web/checkout/**', 'web/kits/**', 'web/kit/**']],
  ['web/people/**', ['web/people/**', 'web/kit/**']],
  ['local/**', ['local/**', 'client/src/**']],
  ['web/sdk/**', ['web/sdk/**', 'web/kits/**', 'web/kit/**']],
  ['web/{react,shop}/**', ['web/{react,shop}/**', 'web/sdk/types/*']],
  [
    'cli/**',
    [
      'cli/**',
      'client/src/**',
      'local/**',
      'markup/**',
      'wire/**',
      '{config,main,stopping}.ts',
      'db/migrate.ts',
      'lib/**',
    ],
  ],
  [
    'dev/**',
    [
      'dev/**',
      'bin/*',
      // What is drawn on a terminal looks alike.
      'cli/output.ts',
      'client/src/**',
      'local/**',
      'tests/world/*.ts',
      '{wire,markup}/**',
      '{config,main}.ts',
      'contract/**',
      'lib/**',
      'sandbox/main.ts',
      // What is planted lies in partitions, and is added up, as what the service makes.
      'db/**',
      'modules/payments/index.ts',
      // What the sandbox opened for merchants is found where it listens now.
      'modules/accounts/index.ts',
    ],
  ],
  // Make worlds, with the service, the sandbox and whatever lies in them.
  ['tests/world/**', [...WORLD, 'tests/world/**']],
  [
    'tests/bench/**',
    [...WORLD, '{bin/*,tests/bench/**}', 'tests/world/{bare-world,context}.ts', 'web/kit/browser.fixture.ts'],
  ],
  ['tests/faults/**', [...WORLD, 'tests/faults/**', 'tests/world/**', 'bin/*', 'cli/check/*.ts']],
  // What a reader copies stands alone.
  ['docs/**', []],
  ['lib/**', ['lib/**']],
  ['db/**', ['db/**', 'lib/**', POSTGRES]],
  ['config.ts', ['lib/**', 'rails/configured.ts', 'rails/parts.ts', 'carrier/read-settings.ts']],
  ['{metrics,refusals}.ts', []],
  ['refused.ts', ['refusals.ts']],
  ['scope.ts', ['wire/operation.ts']],
  ['amounts.ts', ['lib/**', 'refusals.ts', 'refused.ts']],
  ['refusal-for.ts', ['rails/rail.ts', 'refusals.ts']],
  ['rails/{rail.ts,facets/**}', ['rails/facets/**', 'lib/**', 'wire/**']],
  // What makes words of ours the provider's, or reads its bytes, knows nothing else of its rail; what asks knows no reader.
  ['rails/ppcp/write/**', ['rails/ppcp/write/**', 'rails/*.ts', 'rails/http/**', 'lib/**']],
  ['rails/nmi/read/**', ['rails/nmi/read/**', 'rails/*.ts', 'rails/http/**', 'lib/**']],
  [
    'rails/ppcp/client/**',
    ['rails/ppcp/client/**', 'rails/ppcp/{kind,options}.ts', 'rails/*.ts', 'rails/http/**', 'lib/**'],
  ],
  ['rails/ppcp/read/**', ['rails/ppcp/{client,read,write}/**', 'rails/*.ts', 'rails/http/**', 'lib/**']],
  ['rails/**', ['rails/**', 'lib/**', 'wire/**']],
  ['carrier/**', ['carrier/**', 'rails/{rail,parts}.ts', 'rails/http/**', 'lib/**']],
  ['poster/**', ['poster/**', 'lib/**', 'wire/webhooks/signature.ts']],
  ['context.ts', ['config.ts', 'db/**', 'lib/**', 'rails/registry.ts', 'carrier/carrier.ts']],
  ['http/**', ['http/**', 'lib/**', 'wire/**', 'amounts.ts', 'refusals.ts', 'scope.ts', POSTGRES]],
  ['modules/*/*routes.ts', [...FOUNDATION, 'modules/**', 'rails/rail.ts', 'http/**']],
  // Hears of other processes on a connection of its own.
  ['modules/dispatcher/notify.ts', [...FOUNDATION, 'modules/**', POSTGRES]],
  ['modules/**', [...FOUNDATION, 'modules/**', 'rails/rail.ts', ...OUTWARDS]],
  ['pages/state/**', ['pages/state/**', 'modules/**', MARKUP]],
  ['pages/locales/**', ['pages/{locales,state}/**', MARKUP]],
  ['pages/shell/**', [...FOUNDATION, 'http/**', 'pages/{shell,locales,state}/**', MARKUP]],
  ...['checkout', 'people', 'sdk'].map(pagesOf),
  ['pages/*.ts', [...FOUNDATION, 'modules/**', 'http/**', 'pages/**', MARKUP]],
  ['contract/examples/**', ['contract/examples/**', 'contract/openapi.ts', 'http/**', 'refusals.ts']],
  [
    'contract/reference/**',
    [
      'contract/reference/**',
      'contract/{file,openapi,security}.ts',
      'pages/shell/{colors,paths}.ts',
      'context.ts',
      MARKUP,
    ],
  ],
  [
    'contract/*.ts',
    ['contract/**', 'http/**', MARKUP, 'lib/**', 'wire/**', 'refusals.ts', 'scope.ts', 'context.ts'],
  ],
  ['doubts.ts', ['modules/**']],
  ['worker/**', [...FOUNDATION, 'doubts.ts', 'modules/**', 'worker/**', POSTGRES]],
  ['stopping.ts', ['lib/**']],
  ['routes.ts', ['context.ts', 'doubts.ts', 'http/**', 'modules/**']],
  ['main.ts', [POSTGRES, '{lib,db,http,rails,carrier,modules,pages,contract,worker,wire}/**', '*.ts']],
];

// Makes, measures and breaks whole deployments. There walls and circles count, and not what holds inside the service.
const WORKSHOP = [
  'client/build/**',
  'dev/**',
  'tests/architecture/**',
  'tests/world/**',
  'tests/conformance/**',
  'tests/faults/**',
  'tests/bench/**',
  'docs/**',
];
// The service's settings, the sandbox's own program, and a person's shell.
const ENVIRONMENT_READERS = ['config.ts', 'sandbox/serve.ts', 'cli/**'];
// Time in the service and in what it says. The sandbox stamps by a clock it is handed; a browser has only its own.
const CLOCK = 'lib/clock.ts';
const OTHER_CLOCKS = ['sandbox/**', 'client/src/**', 'web/**', 'cli/**'];
// Rails, what is published of them, and whoever stands outside: their drivers, the wings that stand for providers and their people,
// who starts both beside each other, and the shop that is paid by each.
const RAIL_NAMES = [
  'rails/**',
  'wire/**',
  'contract/{field-notes,examples/sample-values}.ts',
  ...RAIL_KINDS.map(({ code }) => `sandbox/${code}/**`),
  'sandbox/tests/**',
  'tests/**',
  'dev/shop/**',
  'dev/{world,plant-statement}.ts',
  'web/kits/**',
];
// Where packages are counted. A schema library is all that the wire's shapes need; a browser has no packages.
const PACKAGES: Rows = [
  ['wire/**', ['typebox']],
  [MARKUP, []],
  ['client/src/contract.ts', ['typebox']],
  ['client/src/**', ['node:crypto']],
  ['web/react/**', ['react', '@fairway/sdk']],
  ['web/**', []],
];

const breachesOf = breachesBy({
  walls: MAY_IMPORT,
  shelf: SHELF,
  writers: WRITER,
  workshop: WORKSHOP,
  environment_readers: ENVIRONMENT_READERS,
  clock: CLOCK,
  other_clocks: OTHER_CLOCKS,
  rail_names: RAIL_NAMES,
  packages: PACKAGES,
});

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
    expect(planted({ 'web/kit/a.ts': "import 'preact';" })).toEqual([
      'web/kit/a.ts may not import the package preact.',
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

  test('a circle, also one of types', () => {
    const files = {
      'service/src/lib/a.ts': "import './b.ts';",
      'service/src/lib/b.ts': "import type { C } from './c.ts'; export type B = C;",
      'service/src/lib/c.ts': "export type { B as C } from './a.ts';",
    };
    expect(planted(files)).toEqual(['lib/a.ts -> lib/b.ts -> lib/c.ts -> lib/a.ts is a circle.']);
  });
});
