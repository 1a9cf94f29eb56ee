import { randomUUID } from 'node:crypto';
import { makeChannel, makeSession, refund } from '../../world/actors.ts';
import {
  captureByBuyer,
  type Gateway,
  type GatewayMerchant,
  makeGatewayMerchant,
  order,
} from '../../world/gateways.ts';
import { findBreaches, readProviderBooks, settle, whatIsOpen } from '../books/books.ts';
import type { Chance } from '../world/chance.ts';
import { type CrashWorld, startCrashWorld } from '../world/crash-world.ts';
import { soldTwice } from '../books/gateway-books.ts';
import { type Calls, insist, killAtRandom, noCalls } from '../kills/kills.ts';
import type { Report } from '../world/scenario.ts';

const PROCESSES = 2;
const UP_MAX_MS = 1_500;
// What a gateway does not show is believed not to be there after some minutes.
const SETTLED_WITHIN = { rounds: 14, seconds: 130 };
// What was tried in vain for some minutes, by processes that died over it, is tried again in an hour, or in two.
const SETTLED_LATER = { rounds: 6, seconds: 3_600 };
const AMOUNTS = ['1.00', '7.50', '20.00', null] as const;
const WIRE: Readonly<Record<string, readonly string[]>> = {
  nmi: ['nmi.sale', 'nmi.refund', 'nmi.void', 'nmi.query'],
  gravy: ['gravy.capture', 'gravy.refund', 'gravy.read', 'gravy.list', 'gravy.void'],
};

/** Kills service processes at random moments while buyers pay at a gateway, and are given their money back, and the gateway fails
 *  now and then. Nothing may have been done there twice, by its own records. */
export async function runGatewayKills(
  plan: { gateway: Gateway; kills: number; clients: number; limitMs: number },
  chance: Chance,
): Promise<Report> {
  const world = await startCrashWorld({ processes: PROCESSES });
  try {
    const view = world.through(0);
    const channel = await makeChannel(view);
    const merchants = [
      await makeGatewayMerchant(view, channel, plan.gateway),
      await makeGatewayMerchant(view, channel, plan.gateway),
    ];
    const { account_id } = merchants[1]!;
    // Where what was not settled cannot be returned, it is voided.
    const refund_before_settlement = plan.gateway.remembers;
    await world.control('PATCH', `rails/accounts/${account_id}`, { refund_before_settlement });
    const counts = noCalls();
    const phase = { isOver: false };
    const clients = Array.from({ length: plan.clients }, (_, index) =>
      runClient(world, merchants[index % merchants.length]!, { chance: chance.fork(index), counts, phase }),
    );
    const wire = WIRE[plan.gateway.rail]!;
    const kills = await killAtRandom(
      world,
      { ...plan, wire, upMaxMs: UP_MAX_MS, failing: 0.5 },
      chance.fork(10_000),
    );
    phase.isOver = true;
    await Promise.all(clients);
    await world.control('DELETE', 'faults');
    const late = await settle(world, SETTLED_WITHIN);
    const lateOnes = late > 0 ? await whatIsOpen(world) : [];
    const open = late > 0 ? await settle(world, SETTLED_LATER) : 0;
    const { captures, refunds } = await readProviderBooks(world);
    const taken = captures.filter(({ is_taken }) => is_taken).length;
    return {
      figures: {
        kills,
        calls: counts.calls,
        cut: counts.cut,
        unclear: counts.unclear,
        sales: captures.length,
        taken,
        refunds: refunds.length,
        late,
      },
      breaches: [
        ...(open > 0 ? [`${open} outcomes stayed open`, ...lateOnes] : []),
        ...(kills < plan.kills ? [`only ${kills} kills within the time`] : []),
        ...counts.unexpected,
        ...soldTwice(captures),
        ...(await findBreaches(world)),
      ],
    };
  } finally {
    await world.close();
  }
}

interface Run {
  chance: Chance;
  counts: Calls;
  phase: { isOver: boolean };
}

async function runClient(world: CrashWorld, merchant: GatewayMerchant, run: Run): Promise<void> {
  while (!run.phase.isOver) {
    const session = await insist(world, run, (view) => makeSession(view, merchant));
    if (session?.status !== 201) continue;
    const session_id = session.body.id as string;
    let paid = await payOnce(world, merchant, session_id, run);
    // A buyer who was told nothing sure may well enter the card anew.
    if (paid?.status !== 200 && run.chance.is(0.6)) paid = await payOnce(world, merchant, session_id, run);
    if (paid?.status !== 200) continue;
    for (let count = run.chance.between(0, 3); count > 0; count -= 1) {
      const asked = { amount: run.chance.pick(AMOUNTS), key: randomUUID() };
      await insist(world, run, (view) =>
        refund(view, merchant, paid.body.provider_capture_id as string, asked),
      );
    }
  }
}

async function payOnce(world: CrashWorld, { gateway }: GatewayMerchant, session_id: string, run: Run) {
  const credential = await insist(world, run, (view) => gateway.credential(view, session_id));
  if (credential?.status !== 200) return null;
  const outcome = run.chance.is(0.1) ? 'declined' : 'approved';
  const payment_token = await gateway.pay(world.through(0), credential.body, outcome);
  const opened = await insist(world, run, (view) => order(view, { session_id, payment_token }));
  if (opened?.status !== 201) return null;
  const order_id = opened.body.order_id as string;
  return insist(world, run, (view) => captureByBuyer(view, { session_id, order_id }));
}
