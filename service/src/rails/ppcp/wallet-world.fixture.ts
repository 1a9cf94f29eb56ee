import { randomUUID } from 'node:crypto';
import type { RunningSandbox } from '../../../../sandbox/main.ts';
import { startStandIn, WALLET } from '../../../../tests/world/provider-stand-in.ts';
import { movableClock } from '../../lib/clock.ts';
import type { MovableClock } from '../../lib/clock.ts';
import { minor } from '../../lib/money.ts';
import { createPpcpRail } from './index.ts';
import type {
  CaptureOutcome,
  NewOrder,
  NewReferral,
  NewRefund,
  Rail,
  ReceivedNotice,
  Seller,
} from '../rail.ts';
import { startReceiver } from '../notice-receiver.fixture.ts';
import { captureOrder, newOrder, newRefund } from '../orders.fixture.ts';
import { type Control, controlOf, faultBy } from '../sandbox-control.fixture.ts';
import { sellerNamed } from '../seller.fixture.ts';

// Long enough for any answer that comes, short enough to wait for one that does not.
const CALL_TIMEOUT_MS = 5_000;

export { WALLET };

/** A rail, the provider it speaks to, and what a test lets the people behind the provider do. */
export interface WalletWorld {
  readonly rail: Rail;
  readonly sandbox: RunningSandbox;
  readonly clock: MovableClock;
  readonly heard: ReceivedNotice[];
  /** A seller who has consented to everything. */
  readonly seller: Seller;
  readonly control: Control;
  fault(operation: string, mode: string, over?: object): Promise<unknown>;
  newAccount(over?: object): Promise<string>;
  finish(trackingId: string, accountId: string, grant?: string[]): Promise<void>;
  onboard(over?: object): Promise<Seller>;
  anOrder(over?: Partial<NewOrder>): NewOrder;
  created(over?: Partial<NewOrder>): Promise<string>;
  approved(over?: Partial<NewOrder>, fundingSource?: string): Promise<string>;
  capture(orderId: string, requestId?: string): Promise<CaptureOutcome>;
  captured(over?: Partial<NewOrder>): Promise<string>;
  aRefund(captureId: string, amount: number, platformFee?: number): NewRefund;
  capturesOf(orderId: string): Promise<number>;
  close(): Promise<void>;
}

/** Starts the provider's stand-in on a database of its own and connects a first seller through the rail. */
export async function startWalletWorld(): Promise<WalletWorld> {
  const clock = movableClock();
  const receiver = await startReceiver();
  const { heard } = receiver;
  const provider = await startStandIn({ clock, noticesAt: () => receiver.url });
  const { sandbox } = provider;
  const rail = createPpcpRail({
    ...WALLET,
    api_base: sandbox.url,
    web_base: sandbox.url,
    environment: 'test',
    clock,
    log: () => undefined,
    limits: { callTimeoutMs: CALL_TIMEOUT_MS },
  });
  const people = sellersOf(rail, sandbox);
  const seller = await people.onboard();
  return {
    rail,
    sandbox,
    clock,
    heard,
    seller,
    ...people,
    ...buyersOf(rail, { seller, control: people.control }),
    close: async () => {
      await provider.close();
      await receiver.close();
      provider.judge();
    },
  };
}

export function aReferral(tracking_id: string): NewReferral {
  return {
    request_id: randomUUID(),
    tracking_id,
    return_url: 'https://platform.example/back',
    merchant_name: 'Corner Shop',
    email: 'shop@example.com',
    country_code: 'US',
  };
}

type Sellers = Pick<WalletWorld, 'control' | 'fault' | 'newAccount' | 'finish' | 'onboard'>;

function sellersOf(rail: Rail, sandbox: RunningSandbox): Sellers {
  const control = controlOf(sandbox);

  async function newAccount(over: object = {}): Promise<string> {
    const account = await control<{ account_id: string }>('POST', 'accounts', { kind: 'business', ...over });
    return account.account_id;
  }

  async function finish(trackingId: string, account_id: string, grant?: string[]): Promise<void> {
    const referral = await rail.onboarding!.startReferral(aReferral(trackingId));
    if (referral.kind !== 'minted') throw new Error(JSON.stringify(referral));
    const token = new URL(referral.action_url).searchParams.get('token')!;
    await control('POST', `referrals/${encodeURIComponent(token)}/finish`, {
      account_id,
      ...(grant && { grant }),
    });
  }

  async function onboard(over: object = {}): Promise<Seller> {
    const account_id = await newAccount(over);
    await finish(randomUUID(), account_id);
    return sellerNamed(account_id);
  }

  const fault = (operation: string, mode: string, over: object = {}) =>
    faultBy(control, operation, { mode, ...over });
  return { control, fault, newAccount, finish, onboard };
}

type Buyers = Pick<
  WalletWorld,
  'anOrder' | 'created' | 'approved' | 'capture' | 'captured' | 'aRefund' | 'capturesOf'
>;

function buyersOf(rail: Rail, { seller, control }: Pick<WalletWorld, 'seller' | 'control'>): Buyers {
  const anOrder = (over: Partial<NewOrder> = {}): NewOrder =>
    newOrder(seller, { description: 'Two teas', ...over });

  async function created(over?: Partial<NewOrder>): Promise<string> {
    const outcome = await rail.payments.open(anOrder(over));
    if (outcome.kind !== 'created') throw new Error(JSON.stringify(outcome));
    return outcome.provider_order_id;
  }

  async function approved(over?: Partial<NewOrder>, funding_source?: string): Promise<string> {
    const orderId = await created(over);
    await control('POST', `orders/${orderId}/approve`, { ...(funding_source && { funding_source }) });
    return orderId;
  }

  const capture = (provider_order_id: string, request_id: string = randomUUID()) =>
    rail.payments.take(captureOrder(seller, provider_order_id, { request_id }));

  async function captured(over?: Partial<NewOrder>): Promise<string> {
    const outcome = await capture(await approved(over));
    if (outcome.kind !== 'captured') throw new Error(JSON.stringify(outcome));
    return outcome.capture.provider_capture_id;
  }

  const aRefund = (provider_capture_id: string, amount: number, platformFee = 0): NewRefund =>
    newRefund(seller, { provider_capture_id, amount: minor(amount), platform_fee: minor(platformFee) });

  async function capturesOf(orderId: string): Promise<number> {
    const { items } = await control<{ items: { order_id: string }[] }>('GET', 'captures?limit=100');
    return items.filter((item) => item.order_id === orderId).length;
  }

  return { anOrder, created, approved, capture, captured, aRefund, capturesOf };
}
