import { RAIL_KINDS } from '../../service/src/rails/kinds.ts';
import type { HouseMap, Rows } from './rules.ts';
import { SHELF, WRITER } from './shelf.ts';

// The map of the house. ARCHITECTURE.md says it in words; this says it exactly, and wins.

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
  // Runs in a browser. Each page's scripts share `common`, none knows another's, and providers' names stop at `kits`.
  ['web/common/**', ['web/common/**']],
  ['web/kits/**', ['web/kits/**', 'web/common/**']],
  ['web/checkout/**', ['web/checkout/**', 'web/kits/**', 'web/common/**']],
  ['web/people/**', ['web/people/**', 'web/common/**']],
  ['local/**', ['local/**', 'client/src/**']],
  ['web/sdk/**', ['web/sdk/**', 'web/kits/**', 'web/common/**']],
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
    [
      ...WORLD,
      '{bin/*,tests/bench/**}',
      'tests/world/{bare-world,context}.ts',
      'web/common/browser.fixture.ts',
    ],
  ],
  ['tests/faults/**', [...WORLD, 'tests/faults/**', 'tests/world/**', 'bin/*', 'cli/check/*.ts']],
  // What a reader copies stands alone.
  ['docs/**', []],
  ['lib/**', ['lib/**']],
  ['db/**', ['db/**', 'lib/**', POSTGRES]],
  ['config.ts', ['lib/**', 'rails/configured.ts', 'rails/parts.ts', 'carrier/read-settings.ts']],
  ['metrics.ts', []],
  ['refusals.ts', ['wire/refusals.ts']],
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
  ['poster/**', ['poster/**', 'lib/**', 'wire/webhooks/signature.ts', 'wire/webhooks/delivery-headers.ts']],
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
      'contract/{codes,openapi,security}.ts',
      'http/kept-file.ts',
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
  // A process: what it works with, what answers in it, and its start and end.
  [
    'compose.ts',
    [
      ...FOUNDATION,
      ...['carrier/index.ts', 'rails/**', 'http/server.ts', 'worker/loop.ts', 'config.ts', 'metrics.ts'],
      ...['modules/dispatcher/index.ts', 'modules/notices/index.ts'],
    ],
  ],
  [
    'serving.ts',
    [
      ...[...FOUNDATION, 'http/**', 'pages/index.ts', 'contract/index.ts', 'worker/**', POSTGRES],
      ...['modules/admission/index.ts', 'compose.ts', 'routes.ts'],
    ],
  ],
  [
    'main.ts',
    [
      ...[...FOUNDATION, 'http/*.ts', 'modules/dispatcher/index.ts', 'worker/**'],
      ...['{compose,serving,stopping,config,metrics}.ts'],
    ],
  ],
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

/** What the rules go by. */
export const HOUSE: HouseMap = {
  walls: MAY_IMPORT,
  shelf: SHELF,
  writers: WRITER,
  workshop: WORKSHOP,
  environment_readers: ENVIRONMENT_READERS,
  clock: CLOCK,
  other_clocks: OTHER_CLOCKS,
  rail_names: RAIL_NAMES,
  packages: PACKAGES,
};
