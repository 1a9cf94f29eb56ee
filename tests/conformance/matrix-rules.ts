import { type Actors, PERMISSIONS } from './matrix-actors.ts';
import type { ListedOperation } from './matrix-document.ts';
import { NOBODY } from './support.ts';

/** What somebody shows, as far as the rules tell callers apart. */
export type Shown =
  | { kind: 'nothing' }
  | { kind: 'channel'; merchant: 'none' | 'own' | 'not_mine'; isActive: boolean }
  | { kind: 'merchant' }
  | { kind: 'dashboard'; permissions: readonly string[]; isActive: boolean }
  | { kind: 'operator' }
  | { kind: 'owner' };

export interface Caller {
  name: string;
  shown: Shown;
  headers: Record<string, string>;
}

/** What comes of it: on to its fields, or a refusal. A detail of null is any sentence. */
export type Outcome = 'admitted' | { status: 401 | 403 | 404; detail: string | null };

const UNKNOWN: Outcome = { status: 401, detail: 'Invalid API key' };
const HEADER_REQUIRED: Outcome = { status: 401, detail: 'X-Merchant-Id header is required' };
const NOT_FOUND: Outcome = { status: 404, detail: 'Merchant not found' };
const NOT_ALLOWED: Outcome = { status: 403, detail: null };
const CHANNEL_INACTIVE: Outcome = { status: 403, detail: 'Channel is not active' };

const LONG_KEY = 8_000;

/** The rules: what an operation answers to whoever shows this. */
export function outcomeOf(operation: ListedOperation, shown: Shown): Outcome {
  const { family } = operation;
  if (family === 'public') return 'admitted';
  if (family === 'operator') return shown.kind === 'operator' ? 'admitted' : UNKNOWN;
  if (family === 'owner') return shown.kind === 'owner' ? 'admitted' : UNKNOWN;
  switch (shown.kind) {
    case 'nothing':
    case 'operator':
    case 'owner':
      return UNKNOWN;
    case 'merchant':
      return operation.accepts.includes('merchant') ? 'admitted' : NOT_ALLOWED;
    case 'dashboard':
      return outcomeForUser(operation, shown);
    case 'channel':
      return outcomeForChannel(operation, shown);
  }
}

function outcomeForUser(
  operation: ListedOperation,
  shown: { permissions: readonly string[]; isActive: boolean },
): Outcome {
  if (!operation.accepts.includes('dashboard')) return UNKNOWN;
  if (operation.permission && !shown.permissions.includes(operation.permission)) return NOT_ALLOWED;
  // People go on reading what was sold while their channel is switched off.
  return shown.isActive || operation.method === 'GET' ? 'admitted' : CHANNEL_INACTIVE;
}

function outcomeForChannel(
  operation: ListedOperation,
  shown: { merchant: 'none' | 'own' | 'not_mine'; isActive: boolean },
): Outcome {
  const { accepts } = operation;
  const isPerMerchant = accepts.includes('channel_merchant');
  if (!isPerMerchant && !accepts.includes('channel')) return NOT_ALLOWED;
  if (isPerMerchant && shown.merchant === 'none') return HEADER_REQUIRED;
  if (!shown.isActive) return CHANNEL_INACTIVE;
  return isPerMerchant && shown.merchant === 'not_mine' ? NOT_FOUND : 'admitted';
}

/** Everybody who may come, by what they show. */
export function everyCaller(actors: Actors): Caller[] {
  return [
    ...strangers(actors),
    ...channelCallers(actors),
    ...merchantCallers(actors),
    { name: 'an owner session', shown: { kind: 'owner' }, headers: bearer(actors.owner.session) },
    { name: 'the operator token', shown: { kind: 'operator' }, headers: bearer(actors.operator) },
  ];
}

// The shop's merchant is named throughout, so that it is the credential alone that is refused.
function strangers({ shop, revoked, operator, owner }: Actors): Caller[] {
  const basic = Buffer.from(`${shop.key}:`).toString('base64');
  const shown: readonly [name: string, headers: Record<string, string>][] = [
    ['no credential', {}],
    ['an empty Authorization', authorization('')],
    ['a scheme alone', authorization('Bearer')],
    ['a scheme and a blank', authorization('Bearer ')],
    ['Basic', authorization(`Basic ${basic}`)],
    ['another scheme', authorization(`Token ${shop.key}`)],
    ['a key without scheme', authorization(shop.key)],
    ['two tokens', authorization(`Bearer ${shop.key} ${shop.key}`)],
    ['two tokens in a list', authorization(`Bearer ${shop.key}, Bearer ${shop.key}`)],
    ['8 KB', authorization(`Bearer ${'k'.repeat(LONG_KEY)}`)],
    ['what is not ASCII', authorization('Bearer sk_test_\u00e9\u00fc\u00ff')],
    ['an unknown key', bearer(`sk_test_${'0'.repeat(49)}`)],
    ['a key with a letter more', bearer(`${shop.key}x`)],
    ['a key of the other environment', bearer(shop.key.replace('sk_test_', 'sk_live_'))],
    ['a revoked key', bearer(revoked)],
    ['the operator token and a letter more', bearer(`${operator}x`)],
    ['an owner session and a letter more', bearer(`${owner.session}x`)],
    ['a key in another header', { 'x-api-key': shop.key }],
    ['a key in a cookie', { cookie: `session=${shop.key}` }],
  ];
  return shown.map(([name, headers]) => ({
    name,
    shown: { kind: 'nothing' },
    headers: { 'x-merchant-id': shop.merchant_id, ...headers },
  }));
}

function channelCallers({ shop, other, direct, idle }: Actors): Caller[] {
  const one = (name: string, merchant: 'none' | 'own' | 'not_mine', header?: string): Caller => ({
    name: `a channel key with ${name}`,
    shown: { kind: 'channel', merchant, isActive: true },
    headers: bearer(shop.key, header),
  });
  const inactive = (name: string, merchant: 'none' | 'own', header?: string): Caller => ({
    name: `the key of an inactive channel with ${name}`,
    shown: { kind: 'channel', merchant, isActive: false },
    headers: bearer(idle.key, header),
  });
  return [
    one('no merchant', 'none'),
    one('an empty merchant', 'none', ''),
    one('its own merchant', 'own', shop.merchant_id),
    one('its own merchant in capitals', 'own', shop.merchant_id.toUpperCase()),
    one("another channel's merchant", 'not_mine', other.merchant_id),
    one("no channel's merchant", 'not_mine', direct.merchant_id),
    one('an absent merchant', 'not_mine', NOBODY),
    one('a malformed merchant', 'not_mine', 'nonsense'),
    one('a merchant and more', 'not_mine', `${shop.merchant_id}x`),
    one('its own merchant twice', 'not_mine', `${shop.merchant_id}, ${shop.merchant_id}`),
    one('a merchant of 2,000 letters', 'not_mine', 'm'.repeat(2_000)),
    inactive('no merchant', 'none'),
    inactive('its own merchant', 'own', idle.merchant_id),
  ];
}

function merchantCallers({ shop, direct, dashboard, idle }: Actors): Caller[] {
  const merchant = (name: string, header?: string): Caller => ({
    name: `a merchant key with ${name}`,
    shown: { kind: 'merchant' },
    headers: bearer(direct.key, header),
  });
  const user = (name: string, token: string, permissions: string[], isActive = true): Caller => ({
    name: `a dashboard token ${name}`,
    shown: { kind: 'dashboard', permissions, isActive },
    headers: bearer(token),
  });
  return [
    merchant('no merchant'),
    merchant('its own merchant', direct.merchant_id),
    merchant("another's merchant", shop.merchant_id),
    merchant('a malformed merchant', 'nonsense'),
    user('with every permission', dashboard.permitted, PERMISSIONS),
    user('that may read transactions', dashboard.reader, ['transactions.read']),
    user('without permissions', dashboard.plain, []),
    user('of an inactive channel', idle.dashboard, PERMISSIONS, false),
  ];
}

function authorization(value: string): Record<string, string> {
  return { authorization: value };
}

function bearer(key: string, merchant?: string): Record<string, string> {
  return {
    ...authorization(`Bearer ${key}`),
    ...(merchant === undefined ? {} : { 'x-merchant-id': merchant }),
  };
}
