import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunningSandbox } from '../../../../sandbox/main.ts';
import { startStandIn } from '../../../../tests/world/provider-stand-in.ts';
import { type MovableClock, movableClock } from '../../lib/clock.ts';
import type { Rail, ReceivedNotice, Seller } from '../rail.ts';
import { createNmiRail } from './index.ts';

// Long enough for any answer that comes, short enough to wait for one that does not.
const CALL_TIMEOUT_MS = 5_000;

/** The rail, the gateway it speaks to, and what a test lets the people behind the gateway do. */
export interface NmiWorld {
  readonly rail: Rail;
  readonly sandbox: RunningSandbox;
  readonly clock: MovableClock;
  readonly seller: Seller;
  control<T = Record<string, unknown>>(method: string, path: string, body?: object): Promise<T>;
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
    fault: (operation, mode, over = {}) => control('POST', 'faults', { operation, mode, times: 1, ...over }),
    newToken: async (of, outcome = 'approved') => {
      const { tokenization_key } = of.shown;
      const { payment_token } = await control<{ payment_token: string }>('POST', 'nmi/tokens', {
        tokenization_key,
        outcome,
      });
      return payment_token;
    },
    told: async (act) => {
      await sandbox.drain();
      const before = receiver.heard.length;
      await act();
      await sandbox.drain();
      return receiver.heard.slice(before);
    },
    takenFor: (provider_order_id) => takenFor(seller, provider_order_id),
    close: async () => {
      await provider.close();
      await receiver.close();
      provider.judge();
    },
  };
}

function controlOf({ url }: RunningSandbox): NmiWorld['control'] {
  return async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${url}/_control/${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text === '' ? {} : JSON.parse(text)) as T;
  };
}

async function openSeller(control: NmiWorld['control'], settings?: object): Promise<Seller> {
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

async function startReceiver(): Promise<{
  url: string;
  heard: ReceivedNotice[];
  close(): Promise<void>;
}> {
  const heard: ReceivedNotice[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      heard.push({
        source_address: '127.0.0.1',
        headers: textsOf(request.headers),
        raw_body: Buffer.concat(chunks),
      });
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...{ url: `http://127.0.0.1:${port}/notices`, heard },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

function textsOf(headers: IncomingHttpHeaders): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
