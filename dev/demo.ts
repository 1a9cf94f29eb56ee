import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { type Answers, type Fairway, isFairwayError, type Requests } from '../client/src/index.ts';
import { readIfThere, writePrivate } from '../local/files.ts';
import { type Deployment, meet, type Parties } from '../local/parties.ts';
import { createSellerAccount, onboard, redeemInvitation } from '../local/steps.ts';

const SESSION_MINUTES = 1_440;
const SHOP_NAME = 'Demo Coffee Roasters';

/** What the home keeps of the demo world, so that the next start finds it again. */
interface Kept {
  channel_id: string;
  owner_password: string;
  channel_key: string;
  merchant_id?: string;
  account_id?: string;
}

export interface Demo {
  channel_id: string;
  channel_key: string;
  merchant_id: string;
  checkout_url: string;
  /** What could not be put right, in sentences. */
  notes: string[];
}

/** Finds the demo channel, its key and its connected merchant, makes what is missing and repairs what was
 *  changed meanwhile, all through the public interfaces; then opens a checkout session. */
export async function prepareDemo(options: {
  home: string;
  deployment: Deployment;
  usesSandbox: boolean;
}): Promise<Demo> {
  const file = path.join(options.home, 'demo.json');
  const parties = meet(options.deployment);
  const keep = (kept: Kept) => writePrivate(file, `${JSON.stringify(kept, null, 2)}\n`);
  const text = await readIfThere(file);
  const found = text === null ? null : await reviveChannel(parties, JSON.parse(text) as Kept);
  let kept = found ?? (await makeChannel(parties));
  await keep(kept);
  kept = await reviveMerchant(parties, kept);
  await keep(kept);
  const { channel_id, channel_key, merchant_id = '' } = kept;
  const merchant = parties.as(channel_key, merchant_id);
  const notes: string[] = [];
  if (options.usesSandbox) {
    const note = await connect(parties, { merchant, kept, keep }).catch((error: Error) => error.message);
    if (note) notes.push(`The demo merchant is not connected: ${note}`);
  }
  const { checkout_url } = await merchant.sessions.create(demoOrder());
  return { channel_id, channel_key, merchant_id, checkout_url, notes };
}

async function makeChannel(parties: Parties): Promise<Kept> {
  const owner_email = `owner.${randomBytes(4).toString('hex')}@example.com`;
  const channel = await parties.operator.operator.channels.create({ name: 'Demo channel', owner_email });
  // The three classes that a password needs are in it whatever the random part is.
  const owner_password = `Demo-1-${randomBytes(12).toString('base64url')}`;
  const { key } = await redeemInvitation(parties, channel.activation_url, owner_password);
  return { channel_id: channel.channel_id, owner_password, channel_key: key };
}

// Null when the service does not know the channel any more: its database is a new one.
async function reviveChannel(parties: Parties, kept: Kept): Promise<Kept | null> {
  const { channel_id } = kept;
  const { channels } = parties.operator.operator;
  const probe = () => statusOf(parties.as(kept.channel_key).merchants.list({ limit: 1 }));
  let status = await probe();
  if (status === 200) return kept;
  if (status === 403) {
    await channels.update({ channel_id, active: true });
    status = await probe();
    if (status === 200) return kept;
  }
  try {
    const { activation_url } = await channels.invite({ channel_id });
    const { key } = await redeemInvitation(parties, activation_url, kept.owner_password);
    return { ...kept, channel_key: key };
  } catch (error) {
    // Gone, or its owner has another password now: either way it is not ours to use.
    if (isFairwayError(error) && 'status' in error && [401, 404].includes(error.status)) return null;
    throw error;
  }
}

async function reviveMerchant(parties: Parties, kept: Kept): Promise<Kept> {
  if (kept.merchant_id) {
    const merchant = parties.as(kept.channel_key, kept.merchant_id);
    const status = await statusOf(merchant.onboarding.status());
    if (status === 200) return kept;
  }
  const { merchant_id } = await parties.as(kept.channel_key).merchants.create({
    business_name: SHOP_NAME,
    email: `shop.${randomBytes(4).toString('hex')}@example.com`,
    country_code: 'US',
  });
  return { ...kept, merchant_id, account_id: undefined };
}

// Returns why the merchant stays unconnected, or null.
async function connect(
  parties: Parties,
  options: { merchant: Fairway; kept: Kept; keep: (kept: Kept) => Promise<void> },
): Promise<string | null> {
  const { merchant } = options;
  const status = await merchant.onboarding.status();
  if (status.wallet_connection_status === 'connected') return null;
  if (status.wallet_status_reason === 'admin_payment_hold') return 'it has an administrative hold.';
  const account = await findAccount(parties, options.kept.account_id);
  const account_id = account ?? (await makeAccount(parties));
  await options.keep({ ...options.kept, account_id });
  await onboard(parties, { merchant, accountId: account_id, isReconnect: wasComplete(status) });
  return null;
}

function wasComplete(status: Answers['onboarding.status']): boolean {
  return status.onboarding_status === 'completed';
}

async function makeAccount(parties: Parties): Promise<string> {
  return createSellerAccount(parties, {
    business_name: SHOP_NAME,
    email: `seller.${randomBytes(4).toString('hex')}@example.com`,
  });
}

async function findAccount(parties: Parties, accountId: string | undefined): Promise<string | null> {
  if (!accountId) return null;
  const account = `accounts/${encodeURIComponent(accountId)}`;
  const status = await statusOf(parties.control.send('PATCH', account, WELL));
  return status === 200 ? accountId : null;
}

const WELL = { email_confirmed: true, payments_receivable: true };

// 200 for every success.
async function statusOf(call: Promise<unknown>): Promise<number> {
  try {
    await call;
    return 200;
  } catch (error) {
    if (isFairwayError(error) && 'status' in error) return error.status;
    throw error;
  }
}

function demoOrder(): Requests['sessions.create'] {
  return {
    amount: '24.50',
    currency: 'USD',
    expires_in_minutes: SESSION_MINUTES,
    description: 'A bag of coffee and a mug',
    items: [
      { name: 'House blend, 500 g', unit_amount: '14.50', category: 'PHYSICAL_GOODS' },
      { name: 'Mug', unit_amount: '10.00', category: 'PHYSICAL_GOODS' },
    ],
  };
}
