import { createHmac, randomBytes } from 'node:crypto';
import { keyedAccounts } from '../../machine/gateways/accounts.ts';
import type { Addressee } from '../../machine/notices/addressee.ts';
import type { NmiWorld } from '../shapes/world.ts';

const TIMEOUT_MS = 10_000;
/** Twenty of them within three days. */
const RETRY_SECONDS: readonly number[] = [
  30, 60, 120, 300, 600, 900, 1_800, 3_600, 5_400, 7_200, 10_800, 14_400, 14_400, 18_000, 21_600, 21_600,
  25_200, 28_800, 32_400, 36_000,
];

/** The accounts of these ids, each with the address that hears of its events. */
export async function addressees(world: NmiWorld, ids: readonly string[]): Promise<Addressee[]> {
  const accounts = await keyedAccounts(world.db, 'nmi', ids);
  return accounts.map(({ account, secrets }) => ({
    id: account.account_id,
    wing: 'nmi',
    url: account.notice_url ?? world.noticeUrl() ?? '',
    headers: ({ body }) => signed(secrets['webhook_signing_key'] ?? '', body),
    takes: (status) => status === 200,
    retrySeconds: RETRY_SECONDS,
    timeoutMs: TIMEOUT_MS,
  }));
}

// What stands before the signature is a nonce and tells no time.
function signed(key: string, body: Buffer): Record<string, string> {
  const nonce = randomBytes(16).toString('hex');
  const signature = createHmac('sha256', key).update(`${nonce}.`).update(body).digest('hex');
  return { 'content-type': 'application/json', 'webhook-signature': `t=${nonce},s=${signature}` };
}
