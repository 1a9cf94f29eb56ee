import { expect, test } from 'vitest';
import { actorOf, type ChannelScope, type MerchantScope } from './scope.ts';

const CHANNEL: ChannelScope = { kind: 'channel', key_id: 'k', channel_id: 'c' };
const merchant = (via: MerchantScope['via']): MerchantScope => ({
  ...{ kind: 'merchant', via, credential_id: 'id', merchant_id: 'm', channel_id: 'c' },
  ...{ business_name: 'Shop', payment_provider: 'ppcp' },
});

test.each([
  ['a key of a channel', CHANNEL, 'key:k'],
  ['a key of a channel for a merchant', merchant('channel_key'), 'key:id'],
  ['a key of a merchant', merchant('merchant_key'), 'key:id'],
  ['a user of a dashboard', merchant('dashboard'), 'user:id'],
])('%s acts by its own name', (_what, scope, actor) => {
  expect(actorOf(scope)).toBe(actor);
});
