import { createHmac } from 'node:crypto';
import { keyedAccounts } from '../../machine/gateways/accounts.ts';
import type { Addressee } from '../../machine/notices/addressee.ts';
import type { GravyWorld } from '../shapes/world.ts';

const TIMEOUT_MS = 5_000;
// Doubled from ten seconds on, up to a day, for seven days.
const RETRY_SECONDS: readonly number[] = [
  10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 5_120, 10_240, 20_480, 40_960, 81_920, 86_400, 86_400, 86_400,
  86_400,
];

/** The accounts of these ids, each with the address that hears of its events. */
export async function addressees(world: GravyWorld, ids: readonly string[]): Promise<Addressee[]> {
  const accounts = await keyedAccounts(world.db, 'gravy', ids);
  return accounts.map(({ account, secrets }) => ({
    id: account.account_id,
    wing: 'gravy',
    url: account.notice_url ?? world.noticeUrl() ?? '',
    headers: ({ id, body }) => signed(secrets, id, body),
    takes: (status) => status >= 200 && status < 300,
    retrySeconds: RETRY_SECONDS,
    timeoutMs: TIMEOUT_MS,
  }));
}

// A subscription may have several secrets at once, and the platform knows one of them. The time is that of the wall
// clock: whoever hears it compares it with its own.
function signed(secrets: Record<string, string>, id: string, body: Buffer): Record<string, string> {
  const time = String(Math.floor(Date.now() / 1000));
  const signatures = [secrets['second_webhook_secret'], secrets['webhook_secret']].map((secret) =>
    createHmac('sha256', secret ?? '')
      .update(`${time}.`)
      .update(body)
      .digest('hex'),
  );
  return {
    'content-type': 'application/json',
    'user-agent': 'Gr4vy-Webhooks/1.0',
    'x-gr4vy-webhook-id': id,
    'x-gr4vy-webhook-timestamp': time,
    'x-gr4vy-webhook-signatures': signatures.join(','),
  };
}
