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

const USAGE = `Usage: npm run bench -- [--quick] [--keep] [--against <folder>] [--rows N] [${Object.keys(SCENARIOS).join('|')}] …`;

interface Asked {
  names: readonly string[];
  against: string | undefined;
  run: Run;
}

let asked: Asked;
try {
  asked = readAsked(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n${USAGE}\n`);
  process.exit(2);
}
process.stdout.write(
  `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}\n`,
);
if (asked.against === undefined) await benchAll(asked);
else await benchAllAgainst(asked, path.resolve(asked.against));

function readAsked(args: string[]): Asked {
  const { values, positionals: names } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      quick: { type: 'boolean' },
      keep: { type: 'boolean' },
      against: { type: 'string' },
      rows: { type: 'string' },
    },
  });
  const scenarios = values.against === undefined ? SCENARIOS : COMPARISONS;
  const unknown = names.find((name) => !Object.hasOwn(scenarios, name));
  if (unknown) throw new RangeError(`${unknown} is none of ${Object.keys(scenarios).join(', ')}`);
  const rows = values.rows === undefined ? {} : { rows: wholeOf(values.rows) };
  const isQuick = values.quick === true;
  const sizes = isQuick ? { rounds: 3, seconds: 3 } : { rounds: 5, seconds: 8 };
  return {
    names,
    against: values.against,
    run: { ...sizes, isQuick, isKept: values.keep === true, ...rows },
  };
}

function wholeOf(text: string): number {
  const rows = Number(text);
  if (!Number.isSafeInteger(rows) || rows < 1) throw new RangeError('--rows takes a whole number');
  return rows;
}

async function benchAll({ names, run }: Asked): Promise<void> {
  const cluster = await openCluster();
  const deployment = await openDeployment({ cluster, folder: OUR_FOLDER });
  try {
    for (const bench of chosen(SCENARIOS, names)) {
      const report = await bench(deployment, run);
      process.stdout.write(`\n${report}\n`);
      if (report.includes('short by')) process.exitCode = 1;
    }
  } finally {
    await deployment.close();
    await cluster.close();
  }
}

async function benchAllAgainst({ names, run }: Asked, folder: string): Promise<void> {
  for (const comparison of chosen(COMPARISONS, names)) {
    process.stdout.write(`\n${await benchAgainst(comparison, folder, run)}\n`);
  }
}

function chosen<T>(scenarios: Readonly<Record<string, T>>, names: readonly string[]): T[] {
  return Object.entries(scenarios)
    .filter(([name]) => names.length === 0 || names.includes(name))
    .map(([, scenario]) => scenario);
}
