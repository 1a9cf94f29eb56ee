import { parseArgs } from 'node:util';
import { makeChannel, makeConnectedMerchant, makeReceiver } from '../world/actors.ts';
import { setup } from '../world/cluster.ts';
import { startWorld } from '../world/world.ts';
import { type Chance, chanceOf } from './chance.ts';
import { CRASH_POINTS, type CrashPoint } from './crash-points.ts';
import { atWallet, crashAt } from './crash-run.ts';
import { startCrashWorld } from './crash-world.ts';
import { databaseScenarios } from './database.ts';
import { deliveryScenarios, type Scenario } from './delivery.ts';
import { doorScenarios } from './doors.ts';
import { runHistoryRound } from './history-round.ts';
import { gatewayScenarios } from './gateway.ts';
import { httpScenarios } from './http.ts';
import { memoryScenarios } from './memory.ts';
import { outageScenarios } from './provider-outage.ts';
import { FAULT_KINDS, runFaultKind } from './provider-rounds.ts';
import { runRaces, TEST_PARTS } from './test-rounds.ts';
import { assertTimes } from './times.ts';
import { type KillReport, runRandomKills } from './random-kills.ts';
import { runUpgrade } from './upgrade-round.ts';

// Ends non-zero on any breach. The seed decides who does what and when it is meant to be killed; where exactly a kill
// strikes is up to the machine.

const USAGE =
  'Usage: npm run faults -- [--quick] [--only kills|histories|points|provider|outage|races|delivery|database|http|gateway|doors|memory|stopping|renewals|upgrade] ' +
  '[--scenario <how its name begins>] [--seed N] [--kills N] [--histories N] [--clients N] [--rounds N] [--provider N] [--races N] [--minutes N]';
const FULL = {
  kills: 200,
  histories: 10_000,
  clients: 20,
  rounds: 50,
  provider: 200,
  races: 100,
  minutes: 15,
};
const QUICK = { kills: 12, histories: 60, clients: 6, rounds: 2, provider: 5, races: 3, minutes: 2 };
const HELD_AT_ONCE = 2;
// Captures, refunds and charges.
const OPERATIONS = 3;
const SHOWN_MAX = 20;
const MINUTE_MS = 60_000;
const PARTS = {
  kills: runKills,
  histories: ({ histories, seed }: Plan) => runHistoryRound({ histories, seed }, say),
  points: runPoints,
  provider: runProvider,
  outage: (plan: Plan) => runScenarios('The provider', outageScenarios(plan), plan),
  races,
  delivery: (plan: Plan) => runScenarios('Deliveries', deliveryScenarios(plan), plan),
  database: (plan: Plan) => runScenarios('The database', databaseScenarios(plan), plan),
  http: (plan: Plan) => runScenarios('HTTP', httpScenarios(plan), plan),
  gateway: (plan: Plan) => runScenarios('A gateway', gatewayScenarios(plan), plan),
  doors: (plan: Plan) => runScenarios('Doors', doorScenarios(plan), plan),
  memory: (plan: Plan) => runScenarios('Memory', memoryScenarios(plan), plan),
  ...TEST_PARTS,
  upgrade: runUpgrade,
};
type Part = keyof typeof PARTS;
const SIZES = ['kills', 'histories', 'clients', 'rounds', 'provider', 'races', 'minutes'] as const;

type Sizes = Record<(typeof SIZES)[number], number>;

interface Plan extends Sizes {
  seed: number;
  isQuick: boolean;
  only: readonly Part[];
  scenario: string;
}

function readPlan(args: string[]): Plan {
  const number = { type: 'string' } as const;
  const options = Object.fromEntries(['seed', ...SIZES].map((name) => [name, number])) as Record<
    'seed' | keyof Sizes,
    typeof number
  >;
  const more = { quick: { type: 'boolean' }, only: { type: 'string', multiple: true } } as const;
  const { values } = parseArgs({ args, options: { ...options, ...more, scenario: { type: 'string' } } });
  const defaults = values.quick ? QUICK : FULL;
  const read = (name: keyof typeof options, fallback: number) => {
    const value = values[name] === undefined ? fallback : Number(values[name]);
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`--${name} takes a whole number`);
    return value;
  };
  return {
    seed: read('seed', Date.now() % 1_000_000),
    ...(Object.fromEntries(SIZES.map((name) => [name, read(name, defaults[name])])) as Sizes),
    isQuick: values.quick ?? false,
    only: readParts(values.only ?? Object.keys(PARTS)),
    scenario: values.scenario ?? '',
  };
}

function readParts(names: readonly string[]): Part[] {
  const unknown = names.filter((name) => !Object.hasOwn(PARTS, name));
  if (unknown.length > 0) throw new RangeError(`--only does not know ${unknown.join(', ')}`);
  return names as Part[];
}

async function run(plan: Plan): Promise<boolean> {
  const { seed, isQuick, only, scenario } = plan;
  const sizes = SIZES.map((name) => `--${name} ${plan[name]}`).join(' ');
  const parts = only.map((name) => `--only ${name}`).join(' ');
  const flags = `${isQuick ? '--quick ' : ''}${scenario && `--scenario '${scenario}' `}${parts} --seed ${seed} ${sizes}`;
  say(`Faults; the same again: npm run faults -- ${flags}`);
  let isSound = true;
  for (const name of only) isSound = (await PARTS[name](plan)) && isSound;
  say(isSound ? '\nEverything held.' : `\nNot everything held; the same again: npm run faults -- ${flags}`);
  return isSound;
}

async function runKills(plan: Plan): Promise<boolean> {
  const { seed, kills, clients, minutes } = plan;
  if (kills === 0) return true;
  const report = await runRandomKills({ kills, clients, limitMs: minutes * MINUTE_MS }, chanceOf(seed));
  showKills(report, plan);
  return report.breaches.length === 0;
}

async function runPoints({ rounds, minutes }: Plan): Promise<boolean> {
  if (rounds === 0) return true;
  let isSound = true;
  const until = performance.now() + minutes * MINUTE_MS;
  say(`\n${row('killed at', 'rounds', 'operations', 'breaches')}`);
  for (const [index, point] of CRASH_POINTS.entries()) {
    // Every point has its share of the time that is left.
    const share = (until - performance.now()) / (CRASH_POINTS.length - index);
    isSound = (await runPoint(point, rounds, share)) && isSound;
  }
  return isSound;
}

async function runScenarios(title: string, scenarios: readonly Scenario[], plan: Plan): Promise<boolean> {
  say(`\n${title}`);
  // Nothing goes wrong where nothing is done.
  let isSound = scenarios.some(({ name }) => name.startsWith(plan.scenario));
  for (const [index, scenario] of scenarios.entries()) {
    if (scenario.name.startsWith(plan.scenario))
      isSound = (await runScenario(scenario, chanceOf(plan.seed).fork(index))) && isSound;
  }
  return isSound;
}

async function runScenario(scenario: Scenario, chance: Chance): Promise<boolean> {
  const from = performance.now();
  const failed = (error: unknown) => ({
    ...{ figures: {}, breaches: [error instanceof Error ? error.message : String(error)] },
  });
  const { figures, breaches } = await scenario.run(chance).catch(failed);
  const seconds = ((performance.now() - from) / 1000).toFixed(0);
  say(row(scenario.name, `${seconds} s`, `${breaches.length} breaches`));
  say(
    `  ${Object.entries(figures)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ')}`,
  );
  showBreaches(breaches);
  return breaches.length === 0;
}

function showKills(report: KillReport, plan: Plan): void {
  const { breaches, settledMs, ...counts } = report;
  say(`\nKilled at random: ${report.kills} of ${plan.kills} kills within the time, ${plan.clients} clients`);
  for (const [name, count] of Object.entries(counts)) say(`  ${name.padEnd(12)}${String(count).padStart(8)}`);
  say(`  ${'settled'.padEnd(12)}${(settledMs / 1000).toFixed(1).padStart(8)} s after the last`);
  say(`  ${'breaches'.padEnd(12)}${String(breaches.length).padStart(8)}`);
  showBreaches(breaches);
}

async function runPoint(point: CrashPoint, rounds: number, limitMs: number): Promise<boolean> {
  const until = performance.now() + limitMs;
  const breaches: string[] = [];
  let done = 0;
  const world = await startCrashWorld();
  try {
    const view = world.through(0);
    const channel = await makeChannel(view);
    const merchant = await makeConnectedMerchant(view, channel);
    await makeReceiver(view, channel);
    for (; done < rounds && (done === 0 || performance.now() < until); done += 1) {
      breaches.push(...(await crashAt(world, atWallet(merchant), { point, held: HELD_AT_ONCE })));
    }
  } catch (error) {
    breaches.push(error instanceof Error ? error.message : String(error));
  } finally {
    await world.close();
  }
  const operations = done * HELD_AT_ONCE * OPERATIONS;
  say(row(point.name, `${done} of ${rounds}`, String(operations), String(breaches.length)));
  showBreaches(breaches);
  return breaches.length === 0;
}

// Not within the minutes: each kind has its whole number, since it takes no more time than it needs.
async function races({ races: rounds }: Plan): Promise<boolean> {
  return rounds === 0 || runRaces(rounds);
}

async function runProvider({ provider: rounds }: Plan): Promise<boolean> {
  if (rounds === 0) return true;
  say(`\n${row('the provider fails by', 'rounds', 'breaches')}`);
  const world = await startWorld();
  let isSound = true;
  try {
    const merchant = await makeConnectedMerchant(world, await makeChannel(world));
    for (const kind of FAULT_KINDS) {
      const breaches = await runFaultKind(world, merchant, { kind, rounds });
      const name = `${kind.operation} ${kind.mode} ${kind.status ?? ''}`;
      say(row(name, String(rounds), String(breaches.length)));
      showBreaches(breaches);
      isSound &&= breaches.length === 0;
    }
  } finally {
    await world.close();
  }
  return isSound;
}

function row(name: string, ...cells: string[]): string {
  return name.padEnd(42) + cells.map((cell) => cell.padStart(12)).join('');
}

function showBreaches(breaches: readonly string[]): void {
  for (const breach of breaches.slice(0, SHOWN_MAX)) say(`  ! ${breach}`);
}

function say(line: string): void {
  console.log(line);
}

async function main(): Promise<number> {
  let plan: Plan;
  try {
    plan = readPlan(process.argv.slice(2));
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`);
    return 2;
  }
  assertTimes();
  const stop = await setup();
  try {
    return (await run(plan)) ? 0 : 1;
  } finally {
    await stop();
  }
}

// The processes we started end with us: each watches its standard input.
process.exit(await main());
