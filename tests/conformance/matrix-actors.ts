import { randomUUID } from 'node:crypto';
import type { Credential, ListedOperation } from './matrix-document.ts';
import { makeDirectMerchant, makeShop, type TestMerchant, type World } from './support.ts';

const PASSWORD = 'Correct-horse-1';
export const PERMISSIONS = ['disputes.manage', 'finance.manage', 'text_to_pay.manage', 'transactions.read'];

/** Everybody who can show a credential: two tenants that know nothing of each other, and those beside them. */
export interface Actors {
  /** A channel with a merchant; its owner, and dashboard users of the merchant with all permissions, one, and none. */
  shop: TestMerchant;
  owner: { email: string; session: string };
  dashboard: { permitted: string; reader: string; plain: string };
  other: TestMerchant;
  direct: { key: string; merchant_id: string };
  /** A channel that was switched off, with a dashboard user of its merchant. */
  idle: TestMerchant & { dashboard: string };
  /** Keys of the shop: one that is revoked, one that has called nothing yet. */
  revoked: string;
  fresh: string;
  operator: string;
}

/** Makes them all, through the interface itself. `before` has its time before anybody signs in. */
export async function makeActors(
  world: World,
  before: (channels: { shop: TestMerchant; other: TestMerchant }) => Promise<void> = async () => undefined,
): Promise<Actors> {
  const email = `${randomUUID()}@example.com`;
  const [shop, other, idle] = [await makeShopOf(world, email), await makeShop(world), await makeShop(world)];
  await before({ shop, other });
  const dashboardOf = (merchant_id: string, permissions: string[]) =>
    makeDashboardUser(world, { merchant_id, permissions });
  const [permitted, reader, plain, ofIdle] = await Promise.all([
    dashboardOf(shop.merchant_id, PERMISSIONS),
    dashboardOf(shop.merchant_id, ['transactions.read']),
    dashboardOf(shop.merchant_id, []),
    dashboardOf(idle.merchant_id, PERMISSIONS),
  ]);
  const gone = await mint(world, shop.key);
  await world.call('POST', `/api/channel/api-keys/${gone.id}/revoke`, { key: shop.key });
  await world.operator('PATCH', `channels/${idle.channel_id}`, { active: false });
  return {
    shop,
    owner: { email, session: await signIn(world, email) },
    dashboard: { permitted, reader, plain },
    other,
    direct: await makeDirectMerchant(world),
    idle: { ...idle, dashboard: ofIdle },
    revoked: gone.key!,
    // Where budgets are small, the second key is one too many: the first has called nothing that is counted here.
    fresh: (await mint(world, shop.key)).key ?? shop.key,
    operator: world.operator_token,
  };
}

/** How each kind of credential is shown in a request by who has it. */
export function credentialOf(actors: Actors, credential: Credential): { key: string; merchant?: string } {
  switch (credential) {
    case 'channel':
      return { key: actors.fresh };
    case 'channel_merchant':
      return { key: actors.fresh, merchant: actors.shop.merchant_id };
    case 'merchant':
      return { key: actors.direct.key };
    case 'dashboard':
      return { key: actors.dashboard.permitted };
    case 'operator':
      return { key: actors.operator };
    case 'owner':
      return { key: actors.owner.session };
  }
}

/** Every way in which an operation can be called well; without any credential when it takes none. */
export function callersOf(actors: Actors, operation: ListedOperation): { key?: string; merchant?: string }[] {
  if (operation.accepts.length === 0) return [{}];
  return operation.accepts.map((credential) => credentialOf(actors, credential));
}

/** The address a call is counted for, in a world that believes a proxy on this machine. */
export function from(address: string): Record<string, string> {
  return { 'x-forwarded-for': address };
}

async function makeShopOf(world: World, owner_email: string): Promise<TestMerchant> {
  const made = await world.operator('POST', 'channels', { name: 'Acme', owner_email });
  const { channel_id } = made.body;
  const { key } = await activate(world, made.body.activation_url);
  const body = { business_name: 'Shop', email: `${randomUUID()}@example.com`, country_code: 'US' };
  const { merchant_id } = (await world.call('POST', '/api/channel/merchants', { key, body })).body;
  return { channel_id, key, merchant_id, account_id: '' };
}

async function activate(world: World, activation_url: string): Promise<{ key: string }> {
  const path = `/api/activation/${activation_url.split('/').at(-1)}`;
  return (await world.call('POST', path, { body: { password: PASSWORD } })).body;
}

/** A dashboard user of a merchant; answers the token of a session. */
export async function makeDashboardUser(
  world: World,
  user: { merchant_id: string; permissions: string[] },
): Promise<string> {
  const { merchant_id, permissions } = user;
  const email = `${randomUUID()}@example.com`;
  const invited = await world.operator('POST', `merchants/${merchant_id}/dashboard-users`, {
    email,
    permissions,
  });
  await activate(world, invited.body.activation_url);
  const body = { email, password: PASSWORD };
  return (await world.call('POST', '/api/dashboard/login', { body })).body.access_token;
}

async function mint(world: World, key: string): Promise<{ id: string; key?: string }> {
  return (await world.call('POST', '/api/channel/api-keys', { key, body: { name: 'more' } })).body;
}

async function signIn(world: World, email: string): Promise<string> {
  const body = { email, password: PASSWORD };
  return (await world.call('POST', '/api/owner/sessions', { body })).body.session_token;
}
