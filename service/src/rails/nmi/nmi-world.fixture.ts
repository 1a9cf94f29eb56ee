import type { RunningSandbox } from '../../../../sandbox/main.ts';
import { startStandIn } from '../../../../tests/world/provider-stand-in.ts';
import { type MovableClock, movableClock } from '../../lib/clock.ts';
import { startReceiver, toldOf } from '../notice-receiver.fixture.ts';
import type { Rail, ReceivedNotice, Seller } from '../rail.ts';
import { type Control, controlOf, faultBy } from '../sandbox-control.fixture.ts';
import { createNmiRail } from './index.ts';

// Long enough for any answer that comes, short enough to wait for one that does not.
const CALL_TIMEOUT_MS = 5_000;

/** The rail, the gateway it speaks to, and what a test lets the people behind the gateway do. */
export interface NmiWorld {
  readonly rail: Rail;
  readonly sandbox: RunningSandbox;
  readonly clock: MovableClock;
  readonly seller: Seller;
  readonly control: Control;
  fault(operation: string, mode: string, over?: object): Promise<unknown>;
  /** An account of its own at the gateway. */
  newSeller(settings?: object): Promise<Seller>;
  /** The buyer enters a card in the gateway's fields. */
  newToken(seller: Seller, outcome?: string): Promise<string>;
  /** What the gateway tells of what is done meanwhile. */
  told(act: () => Promise<unknown>): Promise<ReceivedNotice[]>;
  /** How often money was taken under an order's id, by the gateway's own books. */
  takenFor(provider_order_id: string): Promise<number>;
  close(): Promise<void>;
}

interface OpenedAccount {
  account_id: string;
  credentials: Record<'security_key' | 'tokenization_key' | 'webhook_signing_key' | 'api_base', string>;
}

export async function startNmiWorld(): Promise<NmiWorld> {
  const clock = movableClock();
  const receiver = await startReceiver();
  const provider = await startStandIn({ clock, noticesAt: () => receiver.url });
  const { sandbox } = provider;
  const control = controlOf(sandbox);
  const rail = createNmiRail({
    ...{ environment: 'test', clock, log: () => undefined },
    limits: { callTimeoutMs: CALL_TIMEOUT_MS },
  });
  const newSeller = (settings?: object): Promise<Seller> => openSeller(control, settings);
  const seller = await newSeller();
  return {
    ...{ rail, sandbox, clock, seller, control, newSeller },
    fault: (operation, mode, over = {}) => faultBy(control, operation, { mode, ...over }),
    newToken: async (of, outcome = 'approved') => {
      const { tokenization_key } = of.shown;
      const { payment_token } = await control<{ payment_token: string }>('POST', 'nmi/tokens', {
        tokenization_key,
        outcome,
      });
      return payment_token;
    },
    told: (act) => toldOf({ sandbox, heard: receiver.heard }, act),
    takenFor: (provider_order_id) => takenFor(seller, provider_order_id),
    close: async () => {
      await provider.close();
      await receiver.close();
      provider.judge();
    },
  };
}

async function openSeller(control: Control, settings?: object): Promise<Seller> {
  const { account_id, credentials } = await control<OpenedAccount>('POST', 'rails/accounts', { rail: 'nmi' });
  if (settings) await control('PATCH', `rails/accounts/${account_id}`, settings);
  const { items } = await control<{ items: { account_id: string; names: { merchant_id: string } }[] }>(
    'GET',
    'rails/accounts?limit=100',
  );
  const { security_key, webhook_signing_key, ...shown } = credentials;
  return {
    account_id,
    provider_account: items.find((one) => one.account_id === account_id)!.names.merchant_id,
    shown,
    secrets: { security_key, webhook_signing_key },
  };
}

async function takenFor({ shown, secrets }: Seller, order_id: string): Promise<number> {
  const form = new URLSearchParams({ security_key: secrets['security_key']!, order_id });
  const answer = await fetch(`${shown['api_base']}/api/query.php`, { method: 'POST', body: form });
  const xml = await answer.text();
  return xml.split(/<condition>(?:pendingsettlement|complete|canceled)</).length - 1;
}
