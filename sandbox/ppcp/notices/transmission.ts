import { createPrivateKey, randomUUID, sign } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Addressee } from '../../machine/notices/addressee.ts';
import { timestamp, type World } from '../shapes/world.ts';
import { allWebhooks } from './raise.ts';

const ATTEMPT_TIMEOUT_MS = 10_000;

/** Seconds before each retry: 25 of them over three days. */
const RETRY_SECONDS: readonly number[] = [
  5, 15, 30, 60, 120, 300, 600, 900, 1_200, 1_800, 2_700, 3_600, 5_400, 7_200, 9_000, 10_800, 12_600, 14_400,
  16_200, 18_000, 21_600, 25_200, 28_800, 32_400, 36_000,
];

/** Every webhook, as the sender needs it. */
export async function addressees(world: World): Promise<Addressee[]> {
  const webhooks = await allWebhooks(world.db, world);
  return webhooks.map(({ id, url }) => ({
    id,
    wing: 'ppcp',
    url,
    headers: ({ body }) => transmissionHeaders(world, id, body),
    takes: (status) => status >= 200 && status < 300,
    retrySeconds: RETRY_SECONDS,
    timeoutMs: ATTEMPT_TIMEOUT_MS,
  }));
}

/** Where the signing certificate is served. */
export function certificateUrl(world: World): string {
  return `${world.address.url}/v1/notifications/certs/${world.keys.certificate_id}`;
}

// RSA SHA-256 over `id|time|webhook id|crc32 of the bytes`.
function transmissionHeaders(world: World, webhookId: string, body: Buffer): Record<string, string> {
  const id = randomUUID();
  const time = timestamp(world.clock.now());
  const signed = `${id}|${time}|${webhookId}|${crc32(body)}`;
  const signature = sign('sha256', Buffer.from(signed), createPrivateKey(world.keys.signing_key));
  return {
    'paypal-transmission-id': id,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': signature.toString('base64'),
    'paypal-cert-url': certificateUrl(world),
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-auth-version': 'v2',
    'correlation-id': id.replaceAll('-', '').slice(0, 13),
    'user-agent': 'PayPal/AUHD-214.0-58144000',
    'content-type': 'application/json',
  };
}
