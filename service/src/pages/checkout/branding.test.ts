import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeChannel, makeSession, type TestMerchant } from '../../../../tests/world/actors.ts';
import { joinWorld, type World } from '../../../../tests/world/world.ts';

// What an operator sets and what a merchant is called end up in a page's head and in its attributes.

const NAME = `"><script src=//evil.test></script><img onerror='alert(1)' a="\u2028`;

const ATTRIBUTES = ['img', 'class', 'src', 'alt', 'width', 'height', 'referrerpolicy'];

let world: World;
let merchant: TestMerchant;
let session: string;
beforeAll(async () => {
  world = await joinWorld();
  const channel = await makeChannel(world);
  const body = { business_name: NAME, email: `brand-${channel.channel_id}@shop.example`, country_code: 'US' };
  const made = await world.call('POST', '/api/channel/merchants', { key: channel.key, body });
  expect(made.status).toBe(201);
  merchant = { ...channel, merchant_id: made.body.merchant_id, account_id: '' };
  session = (await makeSession(world, merchant, { description: NAME })).body.id;
});
afterAll(() => world.close());

async function brandedWith(logo_url: unknown): Promise<number> {
  const body = { branding: { brand_color: '#336699', logo_url } };
  return (await world.operator('PATCH', `merchants/${merchant.merchant_id}`, body)).status;
}

async function page() {
  const { body, headers } = await world.call('GET', `/checkout/${session}`);
  const html = body as string;
  const nonce = /nonce="([^"]+)"/.exec(html)![1]!;
  const policy = headers.get('content-security-policy')!.replaceAll(nonce, 'NONCE');
  return { html, policy, names: [...headers.keys()].toSorted() };
}

describe('a logo', () => {
  test.each([
    'https://a;script-src-elem/x.png',
    'https://a.test,b.test/x.png',
    "https://a'unsafe-inline'/x.png",
    'https://a b/x.png',
    'https://*/x.png',
    'http://a.test;script-src *@b.test/x.png',
    'https://a.test/x.png\r\nSet-Cookie: a=b',
    'javascript:alert(1)',
    'data:image/svg+xml,<svg onload=alert(1)>',
    '//a.test/x.png',
  ])('at %j is refused', async (logo) => {
    expect(await brandedWith(logo)).toBe(422);
  });

  test.each([
    'http://a.test/x.png;script-src *',
    "http://a.test/';script-src 'unsafe-inline'",
    'http://[::1]:8080/x.png?a=%0d%0aSet-Cookie:a=b',
    `http://a.test/"><script>alert(1)</script>`,
    `https://a.test/x.png?" onerror="alert(1)`,
    'https://a.test/x.png#;frame-ancestors *',
  ])('at %j leaves its origin alone in the policy, and ends no attribute', async (logo) => {
    expect(await brandedWith(null)).toBe(200);
    const plain = await page();
    expect(await brandedWith(logo)).toBe(200);
    const { html, policy, names } = await page();
    const origin = logo.startsWith('http:') ? ` ${new URL(logo).origin}` : '';
    expect(policy).toBe(plain.policy.replace(/img-src [^;]*/, (sources) => sources + origin));
    expect(names).toEqual(plain.names);
    const images = [...html.matchAll(/<img\b[^>]*>/g)].map(([tag]) => tag);
    expect(images).toHaveLength(1);
    expect(images[0]!.replace(/="[^"]*"/g, '').match(/[^\s<>/]+/g)).toEqual(ATTRIBUTES);
  });
});

test('a name and a description stay text', async () => {
  expect(await brandedWith(null)).toBe(200);
  const { html } = await page();
  expect(html).toContain('&lt;script src=//evil.test&gt;');
  expect(html).not.toMatch(/<script src=\/\/evil|<img onerror/);
});
