import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ModuleWorld, startModuleWorld } from '../../../../tests/world/module-world.ts';
import type { Ctx } from '../../context.ts';
import type { Rail, SettingCheck } from '../../rails/rail.ts';
import { railRegistry } from '../../rails/registry.ts';
import { listAudit } from '../audit/trail.ts';
import { checkProvider } from './check-provider.ts';
import { moveClock } from './move-clock.ts';

let world: ModuleWorld;
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());

/** A deployment whose wallet provider answers so when its settings are tried; one without settings has none. */
function deployment(settings: Rail['settings'] | null, of: Partial<Ctx['config']> = {}): Ctx {
  const { config, rails: _, ...ctx } = world.ctx;
  const { code } = world.script.rail;
  const wallet = { ...world.script.rail, ...(settings ? { settings } : {}) };
  const named = { ...config.rails[0]!, code, address: 'https://wallet.example' };
  return {
    ...ctx,
    rails: railRegistry([wallet, world.configured.rail]),
    config: { ...config, rails: settings ? [named] : [], ...of },
  };
}

const answering = (...checks: SettingCheck[]) => ({ check: async () => checks });
const token = { name: 'token', status: 'ok', detail: 'The provider gave a token.' } as const;

test('the clock is moved by what was asked for, on top of what it was moved before', async () => {
  expect([await moveClock(world.ctx, 60), await moveClock(world.ctx, 3_600)]).toEqual([60, 3_660]);
  const { items } = await listAudit(world.ctx.db, { limit: 2, offset: 0 });
  expect(items).toMatchObject([
    { actor: 'operator', action: 'clock.moved', detail: { seconds: 3_600, offset_seconds: 3_660 } },
    { actor: 'operator', action: 'clock.moved', detail: { seconds: 60, offset_seconds: 60 } },
  ]);
});

test('the clock that is moved by many at once loses nothing', async () => {
  const before = await moveClock(world.ctx, 0);
  const reached = await Promise.all([1, 2, 3, 4].map((seconds) => moveClock(world.ctx, seconds)));
  expect(Math.max(...reached)).toBe(before + 10);
});

test('settings that hold are told one by one, in the environment that they are for', async () => {
  const asked: string[] = [];
  const settings = {
    check: async ({ notice_url }: { notice_url: string }) => {
      asked.push(notice_url);
      return [token];
    },
  };
  const ctx = deployment(settings, { base_url: 'https://pay.example', environment: 'test' });
  expect(await checkProvider(ctx)).toMatchObject({
    ...{
      provider: world.script.rail.code,
      environment: 'test',
      api_base: 'https://wallet.example',
      ok: true,
    },
    checks: [{ name: 'settings', status: 'ok' }, token],
  });
  expect(asked).toEqual([`https://pay.example/api/notices/${world.script.rail.code}`]);
});

test.each(['failed', 'skipped'] as const)('settings of which one %s do not hold', async (status) => {
  const webhook = { name: 'webhook', status, detail: 'No webhook has this address.' } as const;
  expect(await checkProvider(deployment(answering(token, webhook)))).toMatchObject({
    ok: false,
    checks: [{ name: 'settings', status: 'ok' }, token, webhook],
  });
});

test('a live deployment that cannot be reached over https is found out', async () => {
  const ctx = deployment(answering(token), { environment: 'live', base_url: 'http://pay.example' });
  expect(await checkProvider(ctx)).toMatchObject({ ok: false, checks: [{ status: 'failed' }, token] });
});

test('without a provider nothing is tried, and what is missing is named', async () => {
  const { ok, api_base, checks } = await checkProvider(deployment(null));
  expect([ok, api_base, checks.map(({ name, status }) => [name, status])]).toEqual([
    false,
    null,
    [['settings', 'failed'], ...['token', 'partner', 'webhook', 'events'].map((name) => [name, 'skipped'])],
  ]);
  expect(checks[0]!.detail).toContain('WALLET_CLIENT_ID');
});
