import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  makeCapture,
  makeChannel,
  makeConnectedMerchant,
  makeOrder,
  type TestMerchant,
} from '../../tests/world/actors.ts';
import { joinWorld, type World } from '../../tests/world/world.ts';
import { run } from '../cli.fixture.ts';

let world: World;
let merchant: TestMerchant;
let env: Record<string, string>;
let folder: string;
beforeAll(async () => {
  world = await joinWorld();
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
  env = {
    ...{ BASE_URL: world.base_url, CHANNEL_KEY: merchant.key, MERCHANT_ID: merchant.merchant_id },
    FAIRWAY_HOME: '/nowhere',
  };
  await makeCapture(world, merchant, { amount: '12.34', description: 'Tea, green' });
  await makeOrder(world, merchant, { approved: false });
  folder = await mkdtemp(path.join(tmpdir(), 'fairway-export-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await world.close();
});

describe('transactions export', () => {
  test('writes what the filter finds to stdout', async () => {
    const all = await run(['transactions', 'export'], env);
    expect(all).toMatchObject({ code: 0, stderr: '' });
    expect(all.stdout.split('\r\n')).toHaveLength(4);
    const some = await run(['transactions', 'export', '--status', 'captured', '--from', '2020-01-01'], env);
    const [heading, line, rest] = some.stdout.split('\r\n');
    expect([heading!.split(',')[0], rest]).toEqual(['id', '']);
    expect(line).toContain(',12.34,1234,');
    expect(line).toContain('"Tea, green"');
  });

  test('writes a file whole, for its owner’s eyes', async () => {
    const file = path.join(folder, 'table.csv');
    const ran = await run(['transactions', 'export', '--out', file, '--json'], env);
    const text = await readFile(file, 'utf8');
    expect(JSON.parse(ran.stdout)).toEqual({ file, bytes: Buffer.byteLength(text) });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(text.split('\r\n')).toHaveLength(4);
  });

  test('ends as the answer says: fields 2, credentials 3, and 7 where nobody answers', async () => {
    const export_ = ['transactions', 'export'];
    const unfit = await run([...export_, '--status', 'done'], env);
    expect(unfit.code).toBe(2);
    expect(unfit.stderr).toMatch(/: GET \/api\/transactions answered 422: query\.status: [^{}"]+\n$/);
    expect((await run([...export_, '--from', 'yesterday'], env)).code).toBe(2);
    expect((await run(export_, { ...env, CHANNEL_KEY: 'sk_test_wrong' })).code).toBe(3);
    expect((await run(export_, { ...env, BASE_URL: 'http://127.0.0.1:9' })).code).toBe(7);
    expect((await run(export_, { ...env, MERCHANT_ID: '' })).code).toBe(2);
    expect(await run([...export_, '--json'], env)).toMatchObject({ code: 2, stdout: '' });
  });

  test('leaves no part of a table that broke off', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/csv' });
      response.write('id,created_at\r\n1,', () => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const BASE_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const before = await readdir(folder);
    const out = path.join(folder, 'broken.csv');
    const ran = await run(['transactions', 'export', '--out', out], { ...env, BASE_URL });
    server.close();
    expect(ran.code).toBe(7);
    expect(ran.stderr).toContain('broke off');
    expect(await readdir(folder)).toEqual(before);
  });
});
