import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBench, type Answered, type Bench } from '../../tests/bench.ts';
import { embedToken, gravyCall, openAccount, paidBy, tokenOf, type GravyAccount } from '../../tests/gravy.ts';

let bench: Bench;
let account: GravyAccount;
let other: GravyAccount;
beforeAll(async () => {
  bench = await startBench();
  [account, other] = await Promise.all([openAccount(bench), openAccount(bench)]);
});
afterAll(() => bench.close());

const now = (): number => bench.options.clock.now().getTime();

describe('a token', () => {
  const asked = (token: string, merchant = account.credentials.merchant_account_id): Promise<Answered> =>
    bench.call('GET', `/gravy/transactions`, undefined, {
      authorization: `Bearer ${token}`,
      'x-gr4vy-merchant-account-id': merchant,
    });

  test('opens its own account, by the clock that can be moved and by that of the wall', async () => {
    expect((await asked(await tokenOf(account.credentials, { now: now() }))).status).toBe(200);
    expect((await asked(await tokenOf(account.credentials, { now: Date.now() }))).status).toBe(200);
  });

  test('is refused when it is forged, late, early, unsigned, incomplete or of another algorithm', async () => {
    const { credentials } = account;
    const good = await tokenOf(credentials, { now: now() });
    const [head = '', payload = '', signature = ''] = good.split('.');
    const unsigned = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
    const tokens = [
      `${head}.${payload}.${'A'.repeat(signature.length)}`,
      `${unsigned}.${payload}.`,
      await tokenOf(credentials, { now: now() - 3_600_000 }),
      await tokenOf(credentials, { now: now() + 3_600_000 }),
      await tokenOf(credentials, { now: now(), jti: undefined }),
      await tokenOf(credentials, { now: now(), scopes: 'transactions.read' }),
      await tokenOf(other.credentials, {
        now: now(),
        header: { kid: JSON.parse(Buffer.from(head, 'base64url').toString()).kid },
      }),
    ];
    for (const [index, token] of tokens.entries()) {
      const { status, body } = await asked(token);
      expect([index, status, body]).toEqual([
        index,
        401,
        {
          type: 'error',
          code: 'unauthorized',
          status: 401,
          message: 'No valid API authentication found',
          details: [],
        },
      ]);
    }
    expect((await bench.call('GET', '/gravy/transactions')).status).toBe(401);
  });

  test('does what its scopes say, and nothing for another merchant account', async () => {
    const reads = await tokenOf(account.credentials, { now: now(), scopes: ['transactions.read'] });
    expect((await asked(reads)).status).toBe(200);
    const headers = {
      authorization: `Bearer ${reads}`,
      'x-gr4vy-merchant-account-id': account.credentials.merchant_account_id,
    };
    expect((await bench.call('POST', '/gravy/transactions', {}, headers)).status).toBe(403);
    expect((await asked(reads, other.credentials.merchant_account_id)).status).toBe(403);
    expect((await asked(await embedToken(bench, account))).status).toBe(403);
  });

  test('ends with its key, at once', async () => {
    const own = await openAccount(bench);
    const id = await paidBy(bench, own);
    const rotated = await bench.control('POST', `/rails/accounts/${own.account_id}/rotate`, {});
    expect((await gravyCall(bench, own, ['GET', `/transactions/${id}`])).status).toBe(401);
    const fresh = { ...own, credentials: rotated.body['credentials'] };
    const { instance_id, merchant_account_id, private_key, webhook_secret } = own.credentials;
    expect(fresh.credentials).toMatchObject({ instance_id, merchant_account_id });
    expect(fresh.credentials.private_key).not.toBe(private_key);
    expect(fresh.credentials.webhook_secret).not.toBe(webhook_secret);
    expect((await gravyCall(bench, fresh, ['GET', `/transactions/${id}`])).status).toBe(200);
  });
});
