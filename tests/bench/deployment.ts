import { randomBytes } from 'node:crypto';
import { meet, type Parties } from '../../local/parties.ts';
import { redeemInvitation } from '../../local/steps.ts';
import type { Cluster } from './cluster.ts';
import { startService } from './processes.ts';

/** What every service of the bench is told. */
export const SETTINGS = {
  LOG_LEVEL: 'warn',
  OPERATOR_TOKEN: 'operator-token-of-the-bench-0123456789',
  SECRETS_KEY: 'secrets-key-of-the-bench-0123456789abc',
  RATE_LIMIT_SCALE: '100000',
};

/** One service process over a durable PostgreSQL of its own, with a channel, a merchant and a subscribed endpoint.
 *  The workers are left out: what is measured is the call, not the deliveries it leads to. */
export interface Deployment {
  database_url: string;
  base_url: string;
  port: number;
  key: string;
  merchant_id: string;
  cpuMs(): Promise<number>;
  close(): Promise<void>;
}

/** `folder` holds the repository whose service is started. */
export async function openDeployment(of: { cluster: Cluster; folder: string }): Promise<Deployment> {
  const database_url = await of.cluster.createDatabase(`fairway_${randomBytes(4).toString('hex')}`);
  const service = await startService(of.folder, {
    ...SETTINGS,
    PORT: '0',
    ROLES: 'api',
    DATABASE_URL: database_url,
    WEBHOOK_CONNECT_TO: 'receiver.bench.test:443:127.0.0.1:9',
  });
  const { port, cpuMs, stop } = service;
  const base_url = `http://127.0.0.1:${port}`;
  const parties = meet({ base_url, sandbox_url: base_url, operator_token: SETTINGS.OPERATOR_TOKEN });
  const { key, merchant_id } = await openShop(parties);
  const url = 'https://receiver.bench.test/hooks';
  await parties.as(key).endpoints.create({ url });
  return { database_url, base_url, port, key, merchant_id, cpuMs, close: stop };
}

/** A channel with its key and one merchant. */
export async function openShop(parties: Parties): Promise<{ key: string; merchant_id: string }> {
  const owner = { name: 'Bench', owner_email: 'owner@example.com' };
  const { activation_url } = await parties.operator.operator.channels.create(owner);
  const { key } = await redeemInvitation(parties, activation_url, 'Correct-horse-1');
  const merchant = { business_name: 'Bench Shop', email: 'shop@example.com', country_code: 'US' };
  const { merchant_id } = await parties.as(key).merchants.create(merchant);
  return { key, merchant_id };
}
