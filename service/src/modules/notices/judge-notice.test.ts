import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  connectedMerchant,
  type ModuleWorld,
  startModuleWorld,
} from '../../../../tests/world/module-world.ts';
import type { Rail } from '../../rails/rail.ts';
import { changeMerchant } from '../onboarding/change-merchant.ts';
import { noticeJudge } from './judge-notice.ts';

const ACCOUNTS = 130;

let world: ModuleWorld;
beforeAll(async () => {
  world = await startModuleWorld();
  for (let place = 0; place < ACCOUNTS; place += 1) await unnamedAccount(String(place).padStart(6, '0'));
});
afterAll(() => world.close());

async function unnamedAccount(digits: string): Promise<void> {
  const { merchant_id } = await connectedMerchant(world);
  const rail_credentials = {
    security_key: `${digits}security_key_of_it`,
    tokenization_key: `${digits}-abcdef-abcdef-abcdef`,
    webhook_signing_key: `signing-key-${digits}`,
  };
  await changeMerchant(world.ctx, merchant_id, { payment_provider: 'nmi', rail_credentials });
}

/** How many keys were tried at once, each time. */
const tried: number[] = [];
beforeEach(() => {
  tried.length = 0;
});
const rail = {
  code: 'nmi',
  notices: {
    claim: () => ({ account_hint: 'stranger' }),
    verify: (_received: unknown, candidates: readonly unknown[]) => {
      if (candidates.length > 0) tried.push(candidates.length);
      return Promise.resolve({ kind: 'forged', problem: 'nobody’s' });
    },
  },
} as unknown as Rail;
const received = (bytes: number) => ({
  ...{ source_address: '192.0.2.1', headers: {} },
  raw_body: Buffer.alloc(bytes, 'x'),
});

test('a name that nobody has is tried by the keys of all who have none, some at a time', async () => {
  await noticeJudge(world.ctx)(rail, received(500));
  expect(tried).toEqual([100, ACCOUNTS - 100]);
});

test('what strangers send has every key read no more in a minute for being long', async () => {
  const judge = noticeJudge(world.ctx);
  for (let sent = 0; sent < 10; sent += 1) await judge(rail, received(256 * 1_024));
  expect(tried.reduce((sum, keys) => sum + keys, 0)).toBe(3 * ACCOUNTS);
  await judge(rail, received(500));
  expect(tried.reduce((sum, keys) => sum + keys, 0)).toBe(4 * ACCOUNTS);
});

test('keys are opened as they are tried, and none behind the one that fits', async () => {
  const { secrets_keys } = world.ctx.config;
  let opened = 0;
  const counting = {
    ...{ sealing: secrets_keys.sealing },
    get all() {
      opened += 1;
      return secrets_keys.all;
    },
  };
  const config = { ...world.ctx.config, secrets_keys: counting };
  const before: number[] = [];
  const fitting = (from: number) =>
    ({
      ...rail,
      notices: {
        ...rail.notices,
        verify: (_received: unknown, candidates: readonly { account_id: string }[]) => {
          if (candidates.length === 0) return Promise.resolve({ kind: 'forged', problem: 'nobody’s' });
          before.push(opened);
          return Promise.resolve(
            before.length < from
              ? { kind: 'forged', problem: 'nobody’s' }
              : { kind: 'genuine', account_id: candidates[0]!.account_id },
          );
        },
      },
    }) as unknown as Rail;
  await noticeJudge({ ...world.ctx, config })(fitting(1), received(500));
  const once = before[0]!;
  expect([opened, once < ACCOUNTS * 2]).toEqual([once, true]);
  [opened, before.length] = [0, 0];
  await noticeJudge({ ...world.ctx, config })(fitting(2), received(500));
  expect(before[0]).toBeLessThan(before[1]!);
});
