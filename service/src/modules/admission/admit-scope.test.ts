import { describe, expect, test } from 'vitest';
import { type Operation, OPERATIONS } from '../../http/operations.ts';
import { Refusal } from '../../refusals.ts';
import type { Guard } from '../../scope.ts';
import { scopeOf } from './admit-scope.ts';
import type { AdmittedKey } from './queries.ts';

const GUARDED: Guard = {
  method: 'GET',
  accepts: ['dashboard', 'merchant', 'channel_merchant'],
  budget: 10,
  permission: 'finance.manage',
};

const MERCHANT = {
  merchant_id: 'm',
  channel_id: 'c',
  business_name: 'Shop',
  payment_provider: 'ppcp',
};

const USER: AdmittedKey = {
  key_id: 'u',
  key_channel_id: null,
  key_merchant_id: 'm',
  permissions: ['finance.manage'],
  channel_active: true,
  budget: 60,
  used: 1,
  merchant: MERCHANT,
};

function refusalOf(key: AdmittedKey, operation = GUARDED): string {
  try {
    scopeOf(operation, key);
    return 'none';
  } catch (error) {
    if (error instanceof Refusal) return error.refusal;
    throw error;
  }
}

describe('an operation that names a permission', () => {
  test('takes a dashboard user who has it, for the user’s own merchant', () => {
    const scope = { kind: 'merchant', via: 'dashboard', credential_id: 'u', ...MERCHANT };
    expect(scopeOf(GUARDED, USER)).toEqual(scope);
  });

  test.each([[[]], [['transactions.read']], [['finance']]])('refuses one who has %j', (permissions) => {
    expect(refusalOf({ ...USER, permissions })).toBe('permission_required');
  });

  test('is every one that a dashboard user may call', () => {
    const operations: Operation[] = Object.values(OPERATIONS);
    const open = operations.filter(({ accepts, permission }) => accepts.includes('dashboard') && !permission);
    expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  test('asks keys for none', () => {
    expect(refusalOf({ ...USER, permissions: null })).toBe('none');
    const channelKey = { ...USER, permissions: null, key_merchant_id: null, key_channel_id: 'c' };
    expect(refusalOf(channelKey)).toBe('none');
  });
});

describe('while a channel is inactive', () => {
  const inactive = { ...USER, channel_active: false };
  const reading = { ...GUARDED, method: 'GET' } as const;
  const writing = { ...GUARDED, method: 'POST' } as const;

  test('a dashboard user may read, and do nothing else', () => {
    expect(refusalOf(inactive, reading)).toBe('none');
    expect(refusalOf(inactive, writing)).toBe('channel_inactive');
  });

  test('keys may not even read', () => {
    const channelKey = { ...inactive, permissions: null, key_merchant_id: null, key_channel_id: 'c' };
    expect(refusalOf(channelKey, reading)).toBe('channel_inactive');
    expect(refusalOf({ ...inactive, permissions: null }, reading)).toBe('channel_inactive');
  });
});
