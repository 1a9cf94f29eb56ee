import { cpus, totalmem } from 'node:os';
import { openDeployment } from './deployment.ts';
import { benchBurst, benchLatency } from './delivery-burst.ts';
import { benchDelivery, benchDeadEndpoint } from './delivery.ts';
import { benchDrivers } from './drivers.ts';
import type { Run } from './figures.ts';
import { benchPublicRead } from './public-read.ts';
import { benchSessionCreate } from './session-create.ts';

// npm run bench [-- --quick] [--keep] [name …]: each scenario beside its limit, in turn within one run, so that the ratio
// holds on a machine whose speed drifts. --keep writes figures as JSON where a scenario has them. A bar that is missed is
// said, and ends the run with 1.

const SCENARIOS = {
  'session-create': benchSessionCreate,
  'public-read': benchPublicRead,
  delivery: benchDelivery,
  'delivery-dead': benchDeadEndpoint,
  'delivery-burst': benchBurst,
  'delivery-latency': benchLatency,
  drivers: benchDrivers,
};

const asked = process.argv.slice(2);
const isQuick = asked.includes('--quick');
const sizes = isQuick ? { rounds: 3, seconds: 3 } : { rounds: 5, seconds: 8 };
const run: Run = { ...sizes, isQuick, isKept: asked.includes('--keep') };
const names = asked.filter((name) => !name.startsWith('--'));

process.stdout.write(
  `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}\n`,
);
const deployment = await openDeployment();
try {
  for (const [name, bench] of Object.entries(SCENARIOS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const report = await bench(deployment, run);
    process.stdout.write(`\n${report}\n`);
    if (report.includes('short by')) process.exitCode = 1;
  }
} finally {
  await deployment.close();
}
