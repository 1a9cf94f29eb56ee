import { randomUUID } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, importPKCS8, SignJWT } from 'jose';
import type { Answered, Bench } from './bench.ts';

interface GravyCredentials {
  instance_id: string;
  merchant_account_id: string;
  private_key: string;
  webhook_secret: string;
  api_base: string;
}

export interface GravyAccount {
  account_id: string;
  credentials: GravyCredentials;
}

/** An account of its own at the gateway. */
export async function openAccount(bench: Bench, settings: object = {}): Promise<GravyAccount> {
  const { body, status, text } = await bench.control('POST', '/rails/accounts', { rail: 'gravy' });
  if (status !== 201) throw new Error(text);
  const account_id = String(body['account_id']);
  if (Object.keys(settings).length > 0)
    await bench.control('PATCH', `/rails/accounts/${account_id}`, settings);
  return { account_id, credentials: body['credentials'] as GravyCredentials };
}

/** A token signed by the account's key. `claims` replace the usual ones. */
export async function tokenOf(
  { private_key }: Pick<GravyCredentials, 'private_key'>,
  { now, header = {}, ...claims }: { now: number; header?: object } & Record<string, unknown>,
): Promise<string> {
  const key = await importPKCS8(private_key, 'ES512', { extractable: true });
  const { kty, crv, x, y } = await exportJWK(key);
  const kid = await calculateJwkThumbprint({ kty, crv, x, y });
  const seconds = Math.floor(now / 1000);
  return new SignJWT({
    iss: 'test',
    nbf: seconds,
    exp: seconds + 30,
    jti: randomUUID(),
    scopes: ['*.read', '*.write'],
    ...claims,
  })
    .setProtectedHeader({ alg: 'ES512', typ: 'JWT', kid, ...header })
    .sign(key);
}

/** A token that pins a payment for a browser, and lives for so long. */
export function embedToken(
  bench: Bench,
  { credentials }: GravyAccount,
  embed: object = {},
  seconds = 3_600,
): Promise<string> {
  const now = bench.options.clock.now().getTime();
  return tokenOf(credentials, {
    now,
    exp: Math.floor(now / 1000) + seconds,
    scopes: ['embed'],
    embed: {
      amount: 1_299,
      currency: 'USD',
      metadata: { transaction_id: 'ours' },
      merchant_account_id: credentials.merchant_account_id,
      ...embed,
    },
  });
}

/** One call by the platform's server. */
export async function gravyCall(
  bench: Bench,
  { credentials }: GravyAccount,
  call: [method: string, path: string, body?: unknown, headers?: Record<string, string>],
): Promise<Answered> {
  const [method, path, body, headers = {}] = call;
  const token = await tokenOf(credentials, { now: bench.options.clock.now().getTime() });
  return bench.call(method, `/gravy${path}`, body, {
    authorization: `Bearer ${token}`,
    'x-gr4vy-merchant-account-id': credentials.merchant_account_id,
    ...headers,
  });
}

/** The id of a transaction that a buyer paid by the fields. */
export async function paidBy(
  bench: Bench,
  account: GravyAccount,
  paid: { outcome?: string; embed?: object } = {},
): Promise<string> {
  const embed_token = await embedToken(bench, account, paid.embed);
  const { outcome } = paid;
  const { body, text } = await bench.control('POST', '/gravy/pay', {
    embed_token,
    ...(outcome === undefined ? {} : { outcome }),
  });
  if (typeof body['transaction_id'] !== 'string') throw new Error(text);
  return body['transaction_id'];
}
