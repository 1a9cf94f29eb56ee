import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeChannel, makeConnectedMerchant, type TestMerchant } from '../tests/world/actors.ts';
import { joinWorld, type World } from '../tests/world/world.ts';
import { OPERATIONS } from '../wire/operations.ts';
import { complaintsOf, installPacked, shownInReadme } from './pack.fixture.ts';

// What a shop gets: the packed client in an empty project, and the program of the README compiled and run against the
// world of the sandbox.

const MAKING_MS = 180_000;
// It grows with the interface, whose every field has its words in the types, and with nothing else.
const BYTES_PER_OPERATION_MAX = 2_500;

interface Shop {
  sell(shop: object, order: object): Promise<{ id: string; amount: string }>;
  take(shop: object, order_id: string): Promise<{ status: string; provider_capture_id?: string } | null>;
  giveBack(shop: object, refund: object): Promise<{ success: boolean }>;
  orderToFulfil(body: Uint8Array, signature: string, secret: string): string | null;
  paidOrders(shop: object): Promise<Set<string>>;
}

let world: World;
let merchant: TestMerchant;
let project: string;
beforeAll(async () => {
  world = await joinWorld();
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
  project = installPacked();
  writeFileSync(path.join(project, 'shop.ts'), shownInReadme('shop.ts'));
}, MAKING_MS);
afterAll(async () => {
  rmSync(path.dirname(project), { recursive: true, force: true });
  await world.close();
});

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(path.join(folder, file)).isFile(),
  );

describe('the packed client', () => {
  test('is all that its project gets', () => {
    const packages = readdirSync(path.join(project, 'node_modules')).filter((name) => !name.startsWith('.'));
    expect(packages).toEqual(['@fairway']);
    const packed = path.join(project, 'node_modules/@fairway/client');
    const files = filesOf(packed);
    const strange = files.filter(
      (file) => !/^(?:package\.json|README\.md|dist\/[\w-]+\.(?:js|d\.ts))$/.test(file),
    );
    expect(strange).toEqual([]);
    const bytes = files
      .map((file) => statSync(path.join(packed, file)).size)
      .reduce((one, other) => one + other);
    expect(bytes / Object.keys(OPERATIONS).length).toBeLessThan(BYTES_PER_OPERATION_MAX);
  });

  test('imports nothing but Node', () => {
    const dist = path.join(project, 'node_modules/@fairway/client/dist');
    const names = filesOf(dist).flatMap((file) =>
      [...readFileSync(path.join(dist, file), 'utf8').matchAll(/(?:from |import\()'([^']+)'/g)].map(
        (match) => match[1]!,
      ),
    );
    const others = names.filter((name) => !/^\.\/[\w-]+\.js$/.test(name));
    expect([...new Set(others)]).toEqual(['node:crypto']);
  });

  test.each(['node', 'bundler'] as const)(
    'compiles strictly in an empty project of the kind %s, its own types included',
    (settings) => {
      expect(complaintsOf(project, 'shop.ts', settings)).toBe('');
    },
    MAKING_MS,
  );

  test(
    'lets nobody send a field that the operation has not, nor read one that it does not answer',
    () => {
      const wrong = `import { fairwayClient } from '@fairway/client';
const fairway = fairwayClient({ baseUrl: 'https://pay.example.com' });
await fairway.sessions.create({ amount: '1', amonut: '1' });
(await fairway.transactions.list()).itmes;
fairway.orders.capture();
`;
      writeFileSync(path.join(project, 'wrong.ts'), wrong);
      const lines = complaintsOf(project, 'wrong.ts', 'node').match(/^wrong\.ts\((\d+)/gm);
      expect(lines).toEqual(['wrong.ts(3', 'wrong.ts(4', 'wrong.ts(5']);
    },
    MAKING_MS,
  );
});

test(
  'a payment is taken, heard of and given back in part by the program of the README',
  async () => {
    expect(complaintsOf(project, 'shop.ts', 'node')).toBe('');
    const program = (await import(/* @vite-ignore */ path.join(project, 'made/shop.js'))) as Shop;
    const shop = { baseUrl: world.base_url, key: merchant.key, merchantId: merchant.merchant_id };
    const wanted = { id: 'order-1001', amount: '42.00' };
    const session = await program.sell(shop, wanted);
    expect(await program.sell(shop, wanted)).toEqual(session);
    const orders = `/api/checkout-sessions/${session.id}/orders`;
    const begin = async (choice: object) => {
      const order = await world.call('POST', orders, { body: {} });
      await world.control('POST', `orders/${order.body.order_id}/approve`, choice);
      return order.body.order_id as string;
    };
    expect(await program.take(shop, await begin({ funding_source: 'card_declined' }))).toBeNull();
    const taken = await program.take(shop, await begin({}));
    expect(taken).toMatchObject({ status: 'captured' });
    const refund = { id: 'return-1', capture_id: taken!.provider_capture_id, amount: '12.50' };
    expect(await program.giveBack(shop, refund)).toEqual({ success: true });
    expect(await program.giveBack(shop, refund)).toEqual({ success: true });
    expect(await program.paidOrders(shop)).toEqual(new Set(['order-1001']));
    const body = readFileSync(new URL('../docs/events/payment.captured.json', import.meta.url));
    const t = Math.floor(Date.now() / 1_000);
    const v1 = createHmac('sha256', 'whsec_of_the_shop').update(`${t}.`).update(body).digest('hex');
    expect(program.orderToFulfil(body, `t=${t},v1=${v1}`, 'whsec_of_the_shop')).toBe('order-1001');
    expect(() => program.orderToFulfil(body, `t=${t},v1=${v1}`, 'whsec_of_another')).toThrow('signature');
  },
  MAKING_MS,
);
