import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeChannel, makeConnectedMerchant, makeOrder, makeSession } from '../world/actors.ts';
import { joinWorld, type World } from '../world/world.ts';
import { makeShop, raw, type TestMerchant } from './support.ts';

let world: World;
let shop: TestMerchant;
beforeAll(async () => {
  world = await joinWorld();
  shop = await makeShop(world);
});
afterAll(() => world.close());

async function page(url: string) {
  const answer = await raw(world, 'GET', new URL(url).pathname);
  const policy = answer.headers.get('content-security-policy') ?? '';
  const ancestors = /frame-ancestors ([^;]*)/.exec(policy)?.[1];
  return { ...answer, policy, ancestors };
}
const session = async (body: Record<string, unknown>) => (await makeSession(world, shop, body)).body;

describe('the buyer’s pages', () => {
  test('are pages, are not kept and run no foreign script', async () => {
    const { checkout_url, embed_url } = await session({});
    for (const url of [checkout_url, embed_url]) {
      const { status, headers, policy } = await page(url);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toMatch(/^text\/html/);
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain('unsafe');
      expect(headers.get('cache-control')).toMatch(/no-store/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  test('the hosted page is never framed', async () => {
    for (const body of [{}, { allowed_origins: ['https://shop.example'] }]) {
      const { checkout_url } = await session(body);
      expect((await page(checkout_url)).ancestors).toBe("'none'");
    }
  });

  test('the embedded page is framed by the session’s origins, and by any when it names none', async () => {
    const origins = ['https://shop.example', 'https://other.example:8443'];
    const some = await page((await session({ allowed_origins: origins })).embed_url);
    expect(some.ancestors?.split(' ')).toEqual(expect.arrayContaining(origins));
    expect(some.ancestors).not.toContain('*');
    const any = await page((await session({})).embed_url);
    expect([undefined, '*']).toContain(any.ancestors);
    const none = await page((await session({ allowed_origins: [] })).embed_url);
    expect(none.ancestors?.replace("'self'", "'none'")).toBe("'none'");
  });

  test('what a session holds is text, never markup', async () => {
    const evil = '<img src=x onerror=alert(1)></script><script>alert(1)</script>';
    const { checkout_url } = await session({
      description: evil,
      items: [{ name: evil, unit_amount: '1.00', description: evil, sku: evil }],
      external_order_id: evil,
    });
    const { text } = await page(checkout_url);
    expect(text).not.toContain('<img src=x');
    expect(text).not.toContain('<script>alert');
  });

  test('nobody’s session is 404, as a page', async () => {
    for (const path of ['/checkout/', '/embed/']) {
      const answer = await raw(world, 'GET', `${path}cs_${'0'.repeat(27)}`);
      expect(answer.status).toBe(404);
    }
  });
});

describe('who cannot be paid now is not offered to be', () => {
  const shown = async (url: string) => /data-panel="(\w+)"/.exec((await page(url)).text)?.[1];

  test('while the operator holds the merchant’s payments', async () => {
    const merchant = await makeConnectedMerchant(world, shop);
    const { checkout_url, embed_url } = (await makeSession(world, merchant, {})).body;
    const hold = (payment_hold: boolean) =>
      world.operator('PATCH', `merchants/${merchant.merchant_id}`, { payment_hold });
    await hold(true);
    const held = await Promise.all([checkout_url, embed_url].map(shown));
    await hold(false);
    expect([held, await shown(checkout_url)]).toEqual([['cannot_pay', 'cannot_pay'], 'pay']);
  });

  test('while the channel is switched off, but with what was approved before', async () => {
    const other = await makeConnectedMerchant(world, await makeChannel(world));
    const [fresh, begun] = [await makeSession(world, other, {}), await makeOrder(world, other)];
    expect(await shown(fresh.body.checkout_url)).toBe('pay');
    await world.operator('PATCH', `channels/${other.channel_id}`, { active: false });
    expect(await shown(fresh.body.checkout_url)).toBe('cannot_pay');
    // What was approved before is gone on with where its buyer is sent back to.
    const approved = `${world.base_url}/checkout/${begun.session_id}`;
    expect(await shown(approved)).toBe('cannot_pay');
    expect(
      (await raw(world, 'GET', `/checkout/${begun.session_id}/return?token=${begun.order_id}`)).text,
    ).toContain('data-panel="confirming"');
  });
});

test('the activation page is a page', async () => {
  const body = { name: 'Acme', owner_email: `${crypto.randomUUID()}@example.com` };
  const { activation_url } = (await world.operator('POST', 'channels', body)).body;
  const { status, headers, ancestors } = await page(activation_url);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toMatch(/^text\/html/);
  expect(ancestors).toBe("'none'");
  expect(headers.get('referrer-policy')).toBe('no-referrer');
});
