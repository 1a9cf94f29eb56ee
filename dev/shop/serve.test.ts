import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { meet } from '../../local/parties.ts';
import { startShop } from './serve.ts';

const home = mkdtempSync(path.join(tmpdir(), 'fairway-shop-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const nowhere = { base_url: 'http://127.0.0.1:1', sandbox_url: 'http://127.0.0.1:1' };
const keeper = {
  ...nowhere,
  parties: meet({ ...nowhere, operator_token: '' }),
  near_url: nowhere.base_url,
  home,
  ...{ channel_id: 'channel', channel_key: 'key', merchant_id: 'merchant' },
};

test('a shop whose port is taken has another, and says which one it wanted', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const moved = await startShop({ port, keeper });
  expect(moved.busy_port).toBe(port);
  expect(moved.url).not.toBe(`http://127.0.0.1:${port}`);
  await moved.close();
  other.close();
  const any = await startShop({ port: 0, keeper });
  expect(any.busy_port).toBeNull();
  await any.close();
});
