import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeChannel, makeMerchant } from '../../tests/world/actors.ts';
import { joinWorld, type World } from '../../tests/world/world.ts';
import { run } from '../cli.fixture.ts';

const PASSWORD = 'Correct-horse-1';

let world: World;
let env: Record<string, string>;
let of: string[];
beforeAll(async () => {
  world = await joinWorld();
  env = { BASE_URL: world.base_url, OPERATOR_TOKEN: world.operator_token, FAIRWAY_HOME: '/nowhere' };
  of = ['--merchant', await makeMerchant(world, await makeChannel(world))];
});
afterAll(() => world.close());

async function text(...args: string[]): Promise<string> {
  const ran = await run([...args, ...of], env);
  expect(ran, ran.stderr).toMatchObject({ code: 0, stderr: '' });
  return ran.stdout;
}

test('a person is invited, listed with what the person may, and removed', async () => {
  expect(await text('user', 'list')).toBe('None.\n');
  const email = `anna-${Date.now()}@example.com`;
  const invite = ['user', 'invite', '--email', email];
  const invited = await text(...invite, '--permissions', 'transactions.read, finance.manage');
  const [, link = ''] = /^Give this to the person, and to nobody else:\n(\S+)\n$/.exec(invited) ?? [];
  const listed = await text('users', 'list');
  expect(listed).toMatch(
    new RegExp(` invited +\\S+ +${email} +finance.manage, transactions.read\n1 of 1\n$`, 'm'),
  );
  const token = link.split('/').at(-1)!;
  await world.call('POST', `/api/activation/${token}`, { body: { password: PASSWORD } });
  const login = () => world.call('POST', '/api/dashboard/login', { body: { email, password: PASSWORD } });
  expect((await login()).status).toBe(200);
  const { items } = JSON.parse(await text('user', 'list', '--json'));
  expect(items).toMatchObject([{ email, status: 'active' }]);
  const [{ id }] = items;
  expect(JSON.parse(await text('user', 'remove', id, '--dry-run', '--json'))).toMatchObject({
    dry_run: true,
    method: 'DELETE',
  });
  expect((await login()).status).toBe(200);
  expect(await text('user', 'remove', id)).toBe(`Removed: user ${id}, ${email}\n`);
  expect((await login()).status).toBe(401);
  expect(await run(['user', 'remove', id, ...of], env)).toMatchObject({ code: 4 });
});

test('an invitation says what the person may, if it is nothing, and a word that is no permission is refused', async () => {
  const invite = ['user', 'invite', '--email', `ben-${Date.now()}@example.com`];
  expect(await run([...invite, ...of], env)).toMatchObject({ code: 2 });
  await text(...invite, '--permissions', '');
  expect(JSON.parse(await text('user', 'list', '--json')).items[0]).toMatchObject({ permissions: [] });
  const refused = await run([...invite, '--permissions', 'everything', ...of], env);
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toContain('permissions');
});
