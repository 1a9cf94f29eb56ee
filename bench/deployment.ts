import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createChannel, createMerchant, meet, redeemInvitation } from '../dev/steps.ts';
import { startEmbeddedPostgres } from '../dev/postgres.ts';
import { startProcess } from './processes.ts';

const OPERATOR_TOKEN = 'operator-token-of-the-bench-0123456789';

/** One service process over a durable PostgreSQL of its own, with a channel, a merchant and a subscribed endpoint.
 *  The workers are left out: what is measured is the call, not the deliveries it leads to. */
export interface Deployment {
  database_url: string;
  base_url: string;
  port: number;
  key: string;
  merchant_id: string;
  close(): Promise<void>;
}

export async function openDeployment(): Promise<Deployment> {
  const home = await mkdtemp(path.join(tmpdir(), 'fairway-bench-'));
  const postgres = await startEmbeddedPostgres({ home, log: () => undefined });
  await postgres.createDatabaseIfMissing('fairway');
  const database_url = postgres.url('fairway');
  const service = await startProcess('./service-process.ts', {
    env: {
      PORT: '0',
      ROLES: 'api',
      LOG_LEVEL: 'warn',
      DATABASE_URL: database_url,
      OPERATOR_TOKEN,
      SECRETS_KEY: 'secrets-key-of-the-bench-0123456789abc',
      RATE_LIMIT_SCALE: '1000000',
      WEBHOOK_CONNECT_TO: 'receiver.bench.test:443:127.0.0.1:9',
    },
  });
  const base_url = `http://127.0.0.1:${service.port}`;
  const parties = meet({ base_url, sandbox_url: base_url, operator_token: OPERATOR_TOKEN });
  const owner = { name: 'Bench', owner_email: 'owner@example.com' };
  const { activation_url } = await createChannel(parties, owner);
  const { key } = await redeemInvitation(parties, activation_url, 'Correct-horse-1');
  const channel = parties.as(key);
  const merchant = { business_name: 'Bench Shop', email: 'shop@example.com' };
  const merchant_id = await createMerchant(channel, merchant);
  const url = 'https://receiver.bench.test/hooks';
  await channel.send('POST', '/api/channel/webhook-endpoints', { body: { url }, expect: [201] });
  const close = async () => {
    await service.stop();
    await postgres.stop();
    await rm(home, { recursive: true, force: true });
  };
  return { database_url, base_url, port: service.port, key, merchant_id, close };
}
