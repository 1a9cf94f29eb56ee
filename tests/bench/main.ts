import { cpus, totalmem } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { benchCheckoutPage } from './checkout-page.ts';
import { openCluster } from './cluster.ts';
import { benchAgainst, COMPARISONS } from './comparison.ts';
import { openDeployment } from './deployment.ts';
import { benchBurst, benchLatency } from './delivery-burst.ts';
import { benchDelivery, benchDeadEndpoint } from './delivery.ts';
import type { Run } from './figures.ts';
import { benchGrowth } from './growth.ts';
import { benchPayment, benchSandboxPayment } from './payment.ts';
import { OUR_FOLDER } from './processes.ts';
import { benchPublicRead } from './public-read.ts';
import { benchSessionCreate } from './session-create.ts';
import { benchSettlement } from './settlement.ts';
import { benchStatementClose } from './statement-close.ts';

// npm run bench [-- --quick] [--keep] [--against <folder>] [--rows N] [name …]: each scenario beside its limit, in turn within one
// run, so that the ratio holds on a machine whose speed drifts; or beside the service of another folder that holds this
// repository. --keep writes figures as JSON where a scenario has them. A bar that is missed is said, and ends the run
// with 1.

const SCENARIOS = {
  'session-create': benchSessionCreate,
  'public-read': benchPublicRead,
  'checkout-page': benchCheckoutPage,
  delivery: benchDelivery,
  'delivery-dead': benchDeadEndpoint,
  'delivery-burst': benchBurst,
  'delivery-latency': benchLatency,
  payment: benchPayment,
  'payment-sandbox': benchSandboxPayment,
  settlement: benchSettlement,
  statements: benchStatementClose,
  growth: benchGrowth,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean' },
    keep: { type: 'boolean' },
    against: { type: 'string' },
    rows: { type: 'string' },
  },
});
const isQuick = values.quick === true;
const sizes = isQuick ? { rounds: 3, seconds: 3 } : { rounds: 5, seconds: 8 };
const rows = values.rows === undefined ? {} : { rows: Number(values.rows) };
const run: Run = { ...sizes, isQuick, isKept: values.keep === true, ...rows };

process.stdout.write(
  `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}\n`,
);
if (values.against === undefined) await benchAll();
else await benchAllAgainst(path.resolve(values.against));

async function benchAll(): Promise<void> {
  const cluster = await openCluster();
  const deployment = await openDeployment({ cluster, folder: OUR_FOLDER });
  try {
    for (const bench of chosen(SCENARIOS)) {
      const report = await bench(deployment, run);
      process.stdout.write(`\n${report}\n`);
      if (report.includes('short by')) process.exitCode = 1;
    }
  } finally {
    await deployment.close();
    await cluster.close();
  }
}

async function benchAllAgainst(folder: string): Promise<void> {
  for (const comparison of chosen(COMPARISONS)) {
    process.stdout.write(`\n${await benchAgainst(comparison, folder, run)}\n`);
  }
}

function chosen<T>(scenarios: Readonly<Record<string, T>>): T[] {
  const unknown = positionals.find((name) => !(name in scenarios));
  if (unknown) throw new Error(`${unknown} is none of ${Object.keys(scenarios).join(', ')}`);
  return Object.entries(scenarios)
    .filter(([name]) => positionals.length === 0 || positionals.includes(name))
    .map(([, scenario]) => scenario);
}
