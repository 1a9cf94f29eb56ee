import { makeChannel } from '../world/actors.ts';
import { GR4VY, makeGatewayMerchant, NMI } from '../world/gateways.ts';
import { startWorld } from '../world/world.ts';
import type { Scenario } from './delivery.ts';
import { runGatewayKills } from './gateway-kills.ts';
import { GATEWAY_FAULTS, REMEMBERED_FAULTS, runGatewayFault } from './gateway-rounds.ts';

const MINUTE_MS = 60_000;
const CALL_TIMEOUT_MS = 5_000;

/** Gateways, one of which remembers no call: what may have reached that is looked up, and never sent again. */
export function gatewayScenarios(plan: { isQuick: boolean; minutes: number; clients: number }): Scenario[] {
  const { isQuick, minutes, clients } = plan;
  return [
    ...[NMI, GR4VY].map((gateway): Scenario => {
      const kills = isQuick ? 6 : 200;
      return {
        name: `processes killed at random, ${gateway.rail}`,
        run: (chance) => runGatewayKills({ gateway, kills, clients, limitMs: minutes * MINUTE_MS }, chance),
      };
    }),
    {
      name: 'each call failed in every way',
      run: () => failEach(isQuick ? 1 : 50),
    },
  ];
}

async function failEach(rounds: number) {
  const world = await startWorld({ providerLimits: { callTimeoutMs: CALL_TIMEOUT_MS } });
  const breaches: string[] = [];
  try {
    const channel = await makeChannel(world);
    const forgetful = await makeGatewayMerchant(world, channel, NMI);
    const remembering = await makeGatewayMerchant(world, channel, GR4VY);
    const all = [
      ...GATEWAY_FAULTS.map((kind) => ({ kind, merchant: forgetful })),
      ...REMEMBERED_FAULTS.map((kind) => ({ kind, merchant: remembering })),
    ];
    for (const { kind, merchant } of all) {
      const found = await runGatewayFault(world, merchant, { kind, rounds });
      breaches.push(...found.map((breach) => `${Object.values(kind).join(' ')}: ${breach}`));
    }
  } finally {
    await world.close();
  }
  return { figures: { kinds: GATEWAY_FAULTS.length + REMEMBERED_FAULTS.length, rounds }, breaches };
}
