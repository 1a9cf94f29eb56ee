import { parseArgs } from 'node:util';
import { setup } from '../world/cluster.ts';
import { type Chance, chanceOf } from './world/chance.ts';
import { runKills, runPoints } from './kills/parts.ts';
import { databaseScenarios } from './database/scenarios.ts';
import { deliveryScenarios } from './delivery/scenarios.ts';
import { doorScenarios } from './doors/doors.ts';
import { runHistoryRound } from './histories/round.ts';
import { gatewayScenarios } from './gateway/scenarios.ts';
import { httpScenarios } from './http/http.ts';
import { memoryScenarios } from './memory/memory.ts';
import { outageScenarios } from './provider/outage.ts';
import { runProvider } from './provider/part.ts';
import { runRaces, TEST_PARTS } from './test-rounds.ts';
import { assertTimes } from './world/times.ts';
import { runUpgrade } from './upgrade/round.ts';
import type { Scenario } from './world/scenario.ts';
import { row, say, showBreaches } from './world/shown.ts';

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

// Not within the minutes: each kind has its whole number, since it takes no more time than it needs.
async function races({ races: rounds }: Plan): Promise<boolean> {
  return rounds === 0 || runRaces(rounds);
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
