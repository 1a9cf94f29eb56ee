import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { meet, type Parties } from '../../local/parties.ts';
import { createSellerAccount, onboard } from '../../local/steps.ts';
import { findFreePort } from '../../dev/postgres/server.ts';
import { newAuthority } from '../../service/src/poster/fixtures/certificate.ts';
import type { Cluster } from './cluster.ts';
import { openShop, SETTINGS } from './deployment.ts';
import { type StartedService, startProcess, startService } from './processes.ts';
import { type Counts, openServerCounts } from './server-counts.ts';
import type { Delivered } from './payment-receiver.ts';

const HOST = 'receiver.bench.test';
const WALLET = {
  client_id: 'bench-client',
  client_secret: 'bench-client-secret',
  partner_id: 'PARTNERACC222',
  partner_attribution_id: 'Fairway_Bench',
  webhook_id: 'WH-BENCH-0001',
};
const LOOK_EVERY_MS = 50;
const NOTICES_LIMIT_MS = 60_000;
const DELIVERY_LIMIT_MS = 60_000;

export type ProviderKind = 'instant' | 'sandbox';

/** A service with its workers, a provider and a receiver, each in a process of its own, and a merchant that takes
 *  payments and hears of captures. */
export interface PaymentWorld {
  service: StartedService;
  base_url: string;
  provider_url: string;
  key: string;
  merchant_id: string;
  /** Resolves with the delivery that tells of the session's capture. */
  delivery(sessionId: string): Promise<Delivered>;
  /** What one row of the service's database says. */
  look<T extends object>(statement: string): Promise<T>;
  /** Waits until the service has acted on so many notices since its start. */
  noticesActedOn(count: number): Promise<void>;
  /** What the service's database was asked so far; what the bench itself asked is left out. */
  counts(): Promise<Counts>;
  /** The same of the provider's database, where it has one. */
  providerCounts(): Promise<Counts | null>;
  close(): Promise<void>;
}

export async function openPaymentWorld(of: {
  cluster: Cluster;
  folder: string;
  provider: ProviderKind;
  /** Settings of the service beside those of every service here. */
  env?: Record<string, string>;
}): Promise<PaymentWorld> {
  const database = `payments_${randomBytes(4).toString('hex')}`;
  const database_url = await of.cluster.createDatabase(database);
  const port = await findFreePort();
  const provider = await startProvider(of, { port, database });
  const provider_url = `http://127.0.0.1:${provider.port}`;
  const authority = newAuthority();
  const receiver = await startProcess('./payment-receiver.ts', {
    message: { certified: authority.issue([HOST]) },
  });
  const service = await startService(of.folder, {
    ...SETTINGS,
    ...walletSettings(provider_url),
    PORT: String(port),
    DATABASE_URL: database_url,
    WEBHOOK_CONNECT_TO: `${HOST}:443:127.0.0.1:${receiver.port}`,
    WEBHOOK_CA: authority.ca,
    ...of.env,
  });
  const base_url = `http://127.0.0.1:${port}`;
  const operator_token = SETTINGS.OPERATOR_TOKEN;
  const parties = meet({ base_url, sandbox_url: provider_url, operator_token });
  const { key, merchant_id } = await openShop(parties);
  receiver.tell({ secret: await subscribe(parties, key) });
  const accountId = await createSellerAccount(parties, {
    business_name: 'Bench Shop',
    email: 'seller@example.com',
  });
  await onboard(parties, { merchant: parties.as(key, merchant_id), accountId });
  const deliveries = collectDeliveries(receiver.hear);
  const watch = await watchDatabases(of.cluster, { database, database_url, provider: of.provider });
  return {
    ...{ service, base_url, provider_url, key, merchant_id, delivery: deliveries, ...watch },
    close: async () => {
      await service.stop();
      await Promise.all([receiver.stop(), provider.stop(), watch.close()]);
    },
  };
}

function walletSettings(provider_url: string): Record<string, string> {
  return {
    WALLET_API_BASE: provider_url,
    WALLET_WEB_BASE: provider_url,
    WALLET_CLIENT_ID: WALLET.client_id,
    WALLET_CLIENT_SECRET: WALLET.client_secret,
    WALLET_PARTNER_ID: WALLET.partner_id,
    WALLET_PARTNER_ATTRIBUTION_ID: WALLET.partner_attribution_id,
    WALLET_WEBHOOK_ID: WALLET.webhook_id,
  };
}

async function startProvider(
  of: { cluster: Cluster; provider: ProviderKind },
  at: { port: number; database: string },
) {
  const plan = { ...WALLET, notice_url: `http://127.0.0.1:${at.port}/api/notices/ppcp` };
  if (of.provider === 'instant') return startProcess('./instant-provider.ts', { message: plan });
  const database_url = await of.cluster.createDatabase(providerDatabase(at.database));
  return startProcess('./sandbox-process.ts', { message: { ...plan, database_url } });
}

function providerDatabase(database: string): string {
  return `${database}_provider`;
}

async function subscribe(parties: Parties, key: string): Promise<string> {
  const url = `https://${HOST}/hook`;
  const { secret } = await parties.as(key).endpoints.create({ url, event_types: ['payment.captured'] });
  return secret;
}

// A delivery may be there before the payment asks for it.
function collectDeliveries(hear: (listener: (message: unknown) => void) => void) {
  const came = new Map<string, PromiseWithResolvers<Delivered>>();
  const of = (sessionId: string) => {
    const known = came.get(sessionId) ?? Promise.withResolvers<Delivered>();
    came.set(sessionId, known);
    return known;
  };
  hear((message) => {
    const delivered = message as Delivered;
    of(delivered.session_id).resolve(delivered);
  });
  return async (sessionId: string): Promise<Delivered> => {
    const late = pause(DELIVERY_LIMIT_MS, null, { ref: false });
    const delivered = await Promise.race([of(sessionId).promise, late]);
    came.delete(sessionId);
    if (delivered) return delivered;
    throw new Error(`the capture of ${sessionId} was not delivered within ${DELIVERY_LIMIT_MS} ms`);
  };
}

async function watchDatabases(
  cluster: Cluster,
  of: { database: string; database_url: string; provider: ProviderKind },
) {
  const pool = new pg.Pool({ connectionString: of.database_url, max: 1 });
  const own = await openServerCounts({ cluster_url: cluster.url, database: of.database });
  const database = providerDatabase(of.database);
  const providers =
    of.provider === 'sandbox' ? await openServerCounts({ cluster_url: cluster.url, database }) : null;
  let looks = 0;
  const look = async <T extends object>(statement: string): Promise<T> => {
    looks += 1;
    return (await pool.query<T>(statement)).rows[0]!;
  };
  const actedOn = async () => {
    const done = `select count(*)::int as done from notices where state = 'done'`;
    return (await look<{ done: number }>(done)).done;
  };
  return {
    look,
    noticesActedOn: async (count: number) => {
      const until = performance.now() + NOTICES_LIMIT_MS;
      for (let done = await actedOn(); done < count; done = await actedOn()) {
        if (performance.now() > until)
          throw new Error(`${done} of ${count} notices were acted on within ${NOTICES_LIMIT_MS} ms`);
        await pause(LOOK_EVERY_MS);
      }
    },
    counts: async () => {
      const { statements, commits } = await own.read();
      return { statements: statements - looks, commits: commits - looks };
    },
    providerCounts: async () => (providers ? providers.read() : null),
    close: async () => {
      await Promise.all([pool.end(), own.close(), providers?.close()]);
    },
  };
}
