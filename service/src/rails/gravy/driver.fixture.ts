import { randomUUID } from 'node:crypto';
import type { RunningSandbox } from '../../../../sandbox/main.ts';
import { startStandIn } from '../../../../tests/world/provider-stand-in.ts';
import { movableClock } from '../../lib/clock.ts';
import type { MovableClock } from '../../lib/clock.ts';
import type { Instrument, LostCall, RailDriver } from '../conformance/driver.fixture.ts';
import { startReceiver, toldOf } from '../notice-receiver.fixture.ts';
import { newOrder } from '../orders.fixture.ts';
import type { NewOrder, Rail, Seller } from '../rail.ts';
import { type Control, controlOf, faultBy } from '../sandbox-control.fixture.ts';
import { createGravyRail } from './index.ts';

// Long enough for any answer that comes, short enough to wait for one that does not.
const CALL_TIMEOUT_MS = 5_000;
const OPERATION: Readonly<Record<LostCall, string>> = { take: 'gravy.capture', refund: 'gravy.refund' };
const MODE = { before: 'error', after: 'reset_after_commit' } as const;
const OUTCOME: Readonly<Record<Instrument, string>> = {
  pays: 'approved',
  declines: 'capture_declined',
  'is held back': 'capture_pending',
};

/** The gateway and the people behind it, with an account of its own for each seller. */
export interface GravyWorld extends RailDriver {
  readonly sandbox: RunningSandbox;
  readonly clock: MovableClock;
  readonly control: Control;
  newSeller(): Promise<Seller>;
  /** The seller with new keys of its account, whose old ones have ended. */
  rotated(): Promise<Seller>;
  /** What a buyer's browser is given for an order, and what it reports of having paid by it. */
  tokenFor(order: NewOrder): Promise<string>;
  pay(embed_token: string, outcome?: string): Promise<string>;
}

export async function startGravy(): Promise<GravyWorld> {
  const clock = movableClock();
  const receiver = await startReceiver();
  const provider = await startStandIn({ clock, noticesAt: () => receiver.url });
  const { sandbox } = provider;
  const rail = createGravyRail({
    ...{ environment: 'test', clock, log: () => undefined },
    limits: { callTimeoutMs: CALL_TIMEOUT_MS },
  });
  const people = peopleOf(sandbox);
  const { account_id, seller } = await people.openAccount();
  return {
    ...{ rail, sandbox, clock, seller, nothing: randomUUID() },
    ...people,
    newSeller: async () => (await people.openAccount()).seller,
    holdsBack: true,
    stranger: async () => (await people.openAccount()).seller,
    rotated: async () => {
      const { credentials } = await people.control<Opened>('POST', `rails/accounts/${account_id}/rotate`);
      return sellerBy(rail, credentials, seller.account_id);
    },
    ...buyersOf(rail, seller, people.control),
    told: (act) => toldOf({ sandbox, heard: receiver.heard }, act),
    close: async () => {
      await provider.close();
      await receiver.close();
      provider.judge();
    },
  };
}

interface Opened {
  account_id: string;
  credentials: Record<string, string>;
}

function sellerBy(rail: Pick<Rail, 'accounts'>, credentials: Record<string, string>, id: string): Seller {
  const read = rail.accounts.read(credentials, 'test');
  if (read.kind !== 'read') throw new Error(JSON.stringify(read.problems));
  const { provider_account, shown, secrets } = read.credentials;
  return { account_id: id, provider_account: provider_account!, shown, secrets };
}

function peopleOf(sandbox: RunningSandbox) {
  const control = controlOf(sandbox);
  const fault = (call: LostCall, over: object) => faultBy(control, OPERATION[call], over);
  return {
    control,
    openAccount: async () => {
      const opened = await control<Opened>('POST', 'rails/accounts', { rail: 'gravy' });
      const rail = createGravyRail({ environment: 'test', clock: movableClock(), log: () => undefined });
      return { account_id: opened.account_id, seller: sellerBy(rail, opened.credentials, randomUUID()) };
    },
    lose: async (call: LostCall, when: 'before' | 'after') => {
      await fault(call, { mode: MODE[when] });
    },
    turnAway: async (call: LostCall) => {
      await fault(call, { mode: 'error', status: 429, retry_after: 1 });
    },
    mend: async () => {
      await control('DELETE', 'faults');
    },
    tell: async (how: 'twice' | 'once') => {
      await control('POST', 'notices', { mode: how === 'twice' ? 'duplicate' : 'deliver' });
    },
    settle: async () => {
      await control('POST', 'rails/settle', { rail: 'gravy' });
    },
  };
}

function buyersOf(rail: Rail, seller: Seller, control: Control) {
  async function tokenFor({ transaction_id, amount, currency, seller: paid }: NewOrder): Promise<string> {
    const payment = { transaction_id, amount, currency, country: 'US' };
    const minted = await rail.page!.credential({ seller: paid, payment });
    if (minted.kind !== 'minted') throw new Error(JSON.stringify(minted));
    return minted.token;
  }

  async function pay(embed_token: string, outcome = 'approved'): Promise<string> {
    const paid = await control<{ transaction_id: string }>('POST', 'gravy/pay', { embed_token, outcome });
    return paid.transaction_id;
  }

  return {
    tokenFor,
    pay,
    anOrder: async (over: Partial<NewOrder> = {}, by: Instrument = 'pays') => {
      const order = newOrder(seller, over);
      return { ...order, in_hand: await pay(await tokenFor(order), OUTCOME[by]) };
    },
    // Whoever pays in the form has agreed.
    approve: () => Promise.resolve(),
    takenFor: async (provider_order_id: string) => {
      const { snapshot } = await snapshotOf(control);
      return snapshot.filter(
        ({ kind, body }) =>
          kind === 'gravy_capture' &&
          body['transaction_id'] === provider_order_id &&
          body['status'] === 'succeeded',
      ).length;
    },
    returnAtProvider: async (provider_capture_id: string, amount: number) => {
      await control('POST', `rails/transactions/${provider_capture_id}/refund`, {
        amount: (amount / 100).toFixed(2),
      });
    },
  };
}

async function snapshotOf(control: Control) {
  const snapshot = await control<{ records: { kind: string; body: Record<string, unknown> }[] }>(
    'GET',
    'snapshot',
  );
  return { snapshot: snapshot.records };
}
