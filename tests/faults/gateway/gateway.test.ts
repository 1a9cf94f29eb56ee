import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeChannel } from '../../world/actors.ts';
import { type GatewayMerchant, GR4VY, makeGatewayMerchant, NMI } from '../../world/gateways.ts';
import { startWorld, type World } from '../../world/world.ts';
import { chanceOf } from '../world/chance.ts';
import { runGatewayKills } from './kills.ts';
import { GATEWAY_FAULTS, REMEMBERED_FAULTS, runGatewayFault } from './rounds.ts';

// The short form of `npm run faults -- --only gateway`.

const SLOW_MS = 600_000;
const KILLS = 4;
const CLIENTS = 4;
const LIMIT_MS = 300_000;
/** One of each kind that differs in what nobody knows afterwards. */
const MODES: ReadonlySet<string> = new Set(['error', 'reset_after_commit', 'garbage']);
const SHORT = GATEWAY_FAULTS.filter(
  ({ operation, mode, status = 502, issue }) =>
    (MODES.has(mode) && status === 502) || (operation === 'nmi.sale' && issue === '430'),
);

let world: World;
let merchant: GatewayMerchant;
let remembered: GatewayMerchant;
beforeAll(async () => {
  world = await startWorld();
  const channel = await makeChannel(world);
  merchant = await makeGatewayMerchant(world, channel, NMI);
  remembered = await makeGatewayMerchant(world, channel, GR4VY);
}, SLOW_MS);
afterAll(() => world.close());

test.each(SHORT)(
  '$operation, $mode $issue: nothing is sent twice, and all of it is settled',
  async (kind) => {
    expect(await runGatewayFault(world, merchant, { kind, rounds: 1 })).toEqual([]);
  },
  SLOW_MS,
);

test.each(REMEMBERED_FAULTS.filter(({ mode, status = 502 }) => MODES.has(mode) && status === 502))(
  '$operation, $mode: what is asked again is done once, and all of it is settled',
  async (kind) => {
    expect(await runGatewayFault(world, remembered, { kind, rounds: 1 })).toEqual([]);
  },
  SLOW_MS,
);

test.each([NMI, GR4VY])(
  'nothing is done twice at $rail by processes that are killed while buyers pay',
  async (gateway) => {
    const plan = { gateway, kills: KILLS, clients: CLIENTS, limitMs: LIMIT_MS };
    const { breaches, figures } = await runGatewayKills(plan, chanceOf(7));
    expect(breaches).toEqual([]);
    expect(figures['sales']).toBeGreaterThan(0);
  },
  SLOW_MS,
);
