import { randomUUID } from 'node:crypto';
import { charge, refund, type TestChannel } from '../../world/actors.ts';
import {
  as,
  captureByBuyer,
  enterCard,
  type Gateway,
  type GatewayMerchant,
  GR4VY,
  makeGatewayMerchant,
  NMI,
  order,
  payByCard,
} from '../../world/gateways.ts';
import type { World } from '../../world/world.ts';
import { readProviderBooks } from '../books/books.ts';
import type { Target } from '../kills/crash-points.ts';
import { makeEach, problemsOf, REFUND_AMOUNT, type Stopped, until } from '../kills/crash-run.ts';
import type { CrashWorld } from '../world/crash-world.ts';
import { soldTwice } from '../books/gateway-books.ts';
import { holdAtProvider } from '../world/holds.ts';
import { untilServed } from '../world/served.ts';

// What a gateway does not show is believed not to be there after some minutes.
const SETTLED_WITHIN = { rounds: 14, seconds: 130 };
const NOTHING = { order_id: '', transaction_id: '', capture_id: '', key: '', customer_ref: '' };

type Make = (view: World) => Promise<Target>;

/** A gateway, and by which of its operations it is stopped. */
export interface Stage {
  name: string;
  gateway: Gateway;
  making: (merchant: GatewayMerchant) => Make[];
  /** Whether its account returns what was not settled; else the whole is voided. */
  returnsUnsettled: boolean;
}

/** Every way in which a gateway moves money. */
export const STAGES: readonly Stage[] = [
  {
    ...{ name: 'nmi', gateway: NMI, returnsUnsettled: true },
    making: (merchant) => [
      capturing(merchant),
      refunding(merchant, { amount: REFUND_AMOUNT, wire: 'nmi.refund' }),
      charging(merchant),
    ],
  },
  {
    ...{ name: 'nmi, which voids', gateway: NMI, returnsUnsettled: false },
    making: (merchant) => [refunding(merchant, { wire: 'nmi.void' })],
  },
  {
    ...{ name: 'gravy', gateway: GR4VY, returnsUnsettled: true },
    making: (merchant) => [
      capturing(merchant),
      refunding(merchant, { amount: REFUND_AMOUNT, wire: 'gravy.refund' }),
    ],
  },
];

/** A merchant of its own at the gateway, and what of it is stopped. */
export async function atGateway(world: CrashWorld, channel: TestChannel, stage: Stage): Promise<Stopped> {
  const merchant = await makeGatewayMerchant(world.through(0), channel, stage.gateway);
  const settings = { refund_before_settlement: stage.returnsUnsettled };
  await world.control('PATCH', `rails/accounts/${merchant.account_id}`, settings);
  const making = stage.making(merchant);
  return {
    remembers: stage.gateway.remembers,
    settledWithin: SETTLED_WITHIN,
    makeTargets: (view, held) => makeEach(making, view, held),
  };
}

function capturing(merchant: GatewayMerchant): Make {
  return async (view) => {
    const entered = await enterCard(view, merchant);
    const { order_id, transaction_id } = (await order(view, entered)).body as Target;
    const of = { ...NOTHING, order_id, transaction_id, wire: merchant.gateway.takes };
    return { ...of, operation: 'capture', ask: (asked) => captureByBuyer(asked, { ...entered, order_id }) };
  };
}

function refunding(merchant: GatewayMerchant, { wire, ...amount }: { wire: string; amount?: string }): Make {
  return async (view) => {
    const { order_id, transaction_id, capture_id } = await payByCard(view, merchant);
    const key = randomUUID();
    const of = { ...NOTHING, order_id, transaction_id, capture_id, key, wire };
    return {
      ...{ ...of, operation: 'refund' },
      ask: (asked) => refund(asked, merchant, capture_id, { ...amount, key }),
    };
  };
}

// The gateway shows the description, by which the charge of this key is found there.
function charging(merchant: GatewayMerchant): Make {
  return async (view) => {
    const { customer_ref, ...entered } = await enterToSave(view, merchant);
    const { order_id } = (await order(view, entered)).body as Target;
    await captureByBuyer(view, { ...entered, order_id });
    const key = randomUUID();
    const of = { ...NOTHING, customer_ref, key, wire: merchant.gateway.takes };
    return {
      ...{ ...of, operation: 'charge' },
      ask: (asked) => charge(asked, merchant, { customer_ref, key, description: key }),
    };
  };
}

async function enterToSave(view: World, merchant: GatewayMerchant) {
  const customer_ref = `customer-${randomUUID()}`;
  const session = { amount: 0, metadata: { customer_ref } };
  return { customer_ref, ...(await enterCard(view, merchant, { session })) };
}

/** Where the saving of a card can be stopped: as the gateway is to keep it, when it has, and as what it kept is read. */
export const SAVING_POINTS = [
  { name: 'card handed over, not kept', operation: 'nmi.vault', mode: 'hang', isKept: false },
  { name: 'card kept, not answered', operation: 'nmi.vault', mode: 'hang_after_commit', isKept: false },
  { name: 'card kept, being read', operation: 'nmi.query', mode: 'hang', isKept: true },
] as const;

/** Kills the process while a card is saved, and has the buyer go on, who enters it anew where its token is used up. Nothing is taken
 *  by it, one card is saved, and a charge takes its money once. */
export async function crashSaving(
  world: CrashWorld,
  merchant: GatewayMerchant,
  { name, operation, mode, isKept }: (typeof SAVING_POINTS)[number],
): Promise<string[]> {
  const view = world.through(0);
  const { customer_ref, ...entered } = await enterToSave(view, merchant);
  const kept = isKept ? ((await order(view, entered)).body as Target) : null;
  await view.drain();
  const hold = await holdAtProvider(world, { operation, mode });
  const asked = kept ? captureByBuyer(view, { ...entered, ...kept }) : order(view, entered);
  const cut = asked.catch(() => null);
  try {
    await until(hold.reached, name);
  } finally {
    await world.kill(0);
    await cut;
    await hold.release();
    await world.revive(0);
  }
  const settled = await problemsOf(world, 'after the crash', SETTLED_WITHIN);
  const order_id = kept?.order_id ?? (await orderAgain(view, merchant, entered));
  const saved = await untilServed(() => captureByBuyer(view, { ...entered, order_id }));
  const tokens = (await view.call('GET', '/api/vault/tokens', as(merchant))).body as {
    customer_ref: string;
  }[];
  const count = tokens.filter((token) => token.customer_ref === customer_ref).length;
  const key = randomUUID();
  const { status } = await charge(view, merchant, { customer_ref, key, description: key });
  const { captures } = await readProviderBooks(world);
  const sales = captures.filter(({ description, is_taken }) => description === key && is_taken).length;
  return [
    ...settled,
    ...(saved.body?.status === 'saved' ? [] : [`saving was answered ${saved.status}`]),
    ...(count === 1 ? [] : [`${count} cards were saved`]),
    ...(status === 200 && sales === 1 ? [] : [`a charge was answered ${status}, and taken ${sales} times`]),
    ...soldTwice(captures),
    ...(await problemsOf(world, 'charged', SETTLED_WITHIN)),
  ];
}

async function orderAgain(
  view: World,
  { gateway }: GatewayMerchant,
  entered: { session_id: string; payment_token: string },
): Promise<string> {
  const again = await untilServed(() => order(view, entered));
  if (again.status === 201) return again.body.order_id as string;
  const { session_id } = entered;
  const credential = await gateway.credential(view, session_id);
  const payment_token = await gateway.pay(view, credential.body);
  return (await order(view, { session_id, payment_token })).body.order_id as string;
}
