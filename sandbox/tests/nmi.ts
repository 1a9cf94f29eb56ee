import type { Answered, Bench, Json } from './bench.ts';

export interface NmiAccount {
  account_id: string;
  credentials: {
    security_key: string;
    tokenization_key: string;
    webhook_signing_key: string;
    api_base: string;
  };
}

/** An account of its own at the gateway. */
export async function openAccount(bench: Bench, settings: object = {}): Promise<NmiAccount> {
  const { body, status, text } = await bench.control('POST', '/rails/accounts', { rail: 'nmi' });
  if (status !== 201) throw new Error(text);
  const account_id = String(body['account_id']);
  if (Object.keys(settings).length > 0)
    await bench.control('PATCH', `/rails/accounts/${account_id}`, settings);
  return { account_id, credentials: body['credentials'] as NmiAccount['credentials'] };
}

/** One form as it is posted, with the account's key. */
export function post(
  bench: Bench,
  account: NmiAccount,
  call: { path?: string; fields: Record<string, string> },
): Promise<Answered> {
  const fields = { security_key: account.credentials.security_key, ...call.fields };
  return bench.call(
    'POST',
    `/nmi/api/${call.path ?? 'transact.php'}`,
    new URLSearchParams(fields).toString(),
    {
      'content-type': 'application/x-www-form-urlencoded',
    },
  );
}

/** What transact.php answered, which is a form whatever became of it. */
export async function transacted(
  bench: Bench,
  account: NmiAccount,
  fields: Record<string, string>,
): Promise<Record<string, string>> {
  const { status, text } = await post(bench, account, { fields });
  if (status !== 200) throw new Error(`${status} ${text}`);
  return Object.fromEntries(new URLSearchParams(text));
}

/** A token of a card that was entered in the gateway's fields. */
export async function tokenFor(
  bench: Bench,
  account: NmiAccount | null,
  outcome = 'approved',
): Promise<string> {
  const key = account === null ? {} : { tokenization_key: account.credentials.tokenization_key };
  const { body }: { body: Record<string, Json> } = await bench.control('POST', '/nmi/tokens', {
    ...key,
    outcome,
  });
  return String(body['payment_token']);
}

/** A sale that was taken. */
export async function sold(
  bench: Bench,
  account: NmiAccount,
  fields: Record<string, string> = {},
): Promise<string> {
  const payment_token = await tokenFor(bench, account);
  const sale = await transacted(bench, account, { type: 'sale', amount: '10.00', payment_token, ...fields });
  if (sale['response'] !== '1') throw new Error(sale['responsetext']);
  return sale['transactionid'] ?? '';
}
