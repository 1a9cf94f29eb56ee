import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeChannel, makeMerchant } from '../../tests/world/actors.ts';
import { joinWorld, type World } from '../../tests/world/world.ts';
import { run } from '../cli.fixture.ts';

let world: World;
let env: Record<string, string>;
beforeAll(async () => {
  world = await joinWorld();
  env = { BASE_URL: world.base_url, OPERATOR_TOKEN: world.operator_token, FAIRWAY_HOME: '/nowhere' };
});
afterAll(() => world.close());

const newMerchant = async () => makeMerchant(world, await makeChannel(world));
const isTaken = async (key: string) =>
  (await world.call('GET', '/api/channel/onboarding/status', { key })).status === 200;

async function text(...args: string[]): Promise<string> {
  const ran = await run(args, env);
  expect(ran, ran.stderr).toMatchObject({ code: 0, stderr: '' });
  return ran.stdout;
}
const json = async (...args: string[]) => JSON.parse(await text(...args, '--json'));

test('a key is minted and shown once, listed without it, and revoked for good', async () => {
  const merchant = ['--merchant', await newMerchant()];
  expect(await text('key', 'list', ...merchant)).toBe('None.\n');
  const minted = await text('key', 'mint', ...merchant, '--name', 'Shop');
  const [, id = '', key = ''] = /^Key (\S+)\n(sk_test_\S+)\nIt is not shown again\.\n$/.exec(minted) ?? [];
  expect(await isTaken(key)).toBe(true);
  const listed = await text('keys', 'list', ...merchant);
  const prefix = key.slice(0, 'sk_test_'.length + 8);
  expect(listed).toMatch(new RegExp(`^${id} +active +\\S+ +${prefix} +Shop\n1 of 1\n$`, 'm'));
  expect(listed).not.toContain(key);
  const revoked = `Revoked: key ${id} (Shop), which begins with ${prefix}\n`;
  expect(await text('key', 'revoke', id, ...merchant)).toBe(revoked);
  expect(await isTaken(key)).toBe(false);
  expect(await text('key', 'revoke', id, ...merchant)).toBe(revoked);
  expect(await json('key', 'list', ...merchant)).toMatchObject({ items: [{ id, status: 'revoked' }] });
});

test('--dry-run prints the calls, and neither mints nor revokes', async () => {
  const merchant_id = await newMerchant();
  const merchant = ['--merchant', merchant_id];
  const { id, key } = await json('key', 'mint', ...merchant, '--name', 'Shop');
  const path = `${world.base_url}/api/operator/merchants/${merchant_id}/api-keys`;
  expect(await json('key', 'mint', ...merchant, '--name', 'Other', '--dry-run')).toMatchObject({
    dry_run: true,
    method: 'POST',
    url: path,
    body: { name: 'Other' },
  });
  expect(await json('key', 'revoke', id, ...merchant, '--dry-run')).toMatchObject({
    dry_run: true,
    url: `${path}/${id}/revoke`,
  });
  expect((await json('key', 'list', ...merchant)).total).toBe(1);
  expect(await isTaken(key)).toBe(true);
});

test('a key of another merchant is not found, and a command without a merchant is misuse', async () => {
  const [merchant_id, other] = [await newMerchant(), await newMerchant()];
  const { id, key } = await json('key', 'mint', '--merchant', other, '--name', 'Shop');
  expect(await run(['key', 'revoke', id, '--merchant', merchant_id], env)).toMatchObject({ code: 4 });
  expect(await isTaken(key)).toBe(true);
  expect(await run(['key', 'revoke', id], env)).toMatchObject({ code: 2 });
  expect(await run(['key', 'list'], env)).toMatchObject({ code: 2 });
});
