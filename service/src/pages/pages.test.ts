import { gzipSync } from 'node:zlib';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  makeChannel,
  makeConnectedMerchant,
  makeMerchant,
  makeOrder,
  makeSession,
  type TestMerchant,
} from '../../../tests/world/actors.ts';
import { startWorld, type World } from '../../../tests/world/world.ts';

const ANSWER_MS = 60_000;
const UNKNOWN = 'cs_aaaaaaaaaaaaaaaaaaaaaaaaaaa';

let world: World;
let merchant: TestMerchant;

beforeAll(async () => {
  world = await startWorld({ worker: false });
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
});

afterAll(async () => {
  await world.close();
});

const get = (path: string, headers: Record<string, string> = {}) => world.call('GET', path, { headers });

/** The page on which a seller with this account comes back from the consent. */
async function returned(
  channel: { channel_id: string; key: string },
  account: object,
  options: { heard?: boolean } = {},
): Promise<string> {
  const merchant_id = await makeMerchant(world, channel);
  const business = { kind: 'business', email: `${randomUUID()}@example.com`, country: 'US', currency: 'USD' };
  const ready = { email_confirmed: true, payments_receivable: true };
  const made = await world.control('POST', 'accounts', { ...business, ...ready, ...account });
  const as = { key: channel.key, merchant: merchant_id };
  const started = await world.call('POST', '/api/channel/onboarding/start', as);
  const referral = new URL(started.body.action_url).searchParams.get('token')!;
  const { account_id } = made.body;
  const finished = await world.control('POST', `referrals/${referral}/finish`, { account_id });
  const { pathname, search } = new URL(finished.body.return_url);
  // A machine that is busy answers for the provider later than a read waits.
  return vi.waitFor(async () => {
    const { body } = await get(pathname + search);
    if (options.heard !== false) expect(body).not.toContain('has not told us yet');
    return body as string;
  }, ANSWER_MS);
}

function post(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(world.base_url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
}

describe('the payment page', () => {
  it('stands alone without scripting: merchant, amount, what for, and a form', async () => {
    const session = await makeSession(world, merchant, {
      amount: '1234.5',
      description: 'A <b>bold</b> & simple thing',
    });
    const page = await get(`/checkout/${session.body.id}`);
    expect(page.status).toBe(200);
    expect(page.body).toContain('<bdi>Corner Shop</bdi>');
    expect(page.body).toContain('$1,234.50');
    expect(page.body).toContain('A &lt;b&gt;bold&lt;/b&gt; &amp; simple thing');
    expect(page.body).toContain('Test environment');
    expect(page.body).toMatch(
      new RegExp(`<form[^>]*method="post"[^>]*action="/checkout/${session.body.id}/pay"`),
    );
    expect(page.body.match(/aria-live/g)).toHaveLength(1);
  });

  it('saves a way to pay without scripting, and speaks of no payment', async () => {
    const session = await makeSession(world, merchant, { amount: 0 });
    const address = `/checkout/${session.body.id}`;
    const first = await get(address);
    expect(first.body).toContain('Nothing is charged now');
    expect(first.body).toContain('Continue to the provider');
    expect(first.body).not.toContain('$0');
    const sent = await post(`${address}/pay`);
    const setup = new URL(sent.headers.get('location')!).searchParams.get('approval_session_id')!;
    const approved = await world.control('POST', `orders/${setup}/approve`, {});
    const back = new URL(approved.body.return_url);
    const returned = await get(back.pathname + back.search);
    expect(returned.body).toContain('data-panel="confirming"');
    expect(returned.body).toContain('Save this way to pay');
    const saved = await post(`${address}/orders/${setup}/capture`);
    expect(saved.headers.get('location')).toMatch(/outcome=paid$/);
    expect((await get(`${address}?outcome=paid`)).body).toContain('Your way to pay is saved');
  });

  it('gives every answer a nonce of its own and runs nothing without it', async () => {
    const session = await makeSession(world, merchant);
    const pages = await Promise.all([1, 2].map(() => get(`/checkout/${session.body.id}`)));
    const nonces = pages.map(
      (page) => /'nonce-([^']+)'/.exec(page.headers.get('content-security-policy')!)![1]!,
    );
    expect(new Set(nonces).size).toBe(2);
    for (const [index, page] of pages.entries()) {
      const inline = [...page.body.matchAll(/<(?:script|style|link rel="preload")[^>]*>/g)].map(
        ([tag]) => tag,
      );
      expect(inline.length).toBeGreaterThan(2);
      for (const tag of inline) expect(tag).toContain(`nonce="${nonces[index]}"`);
      expect(page.body).not.toMatch(/ on[a-z]+="| style="/);
    }
  });

  it('is framed by nobody; the embedded one by the origins of the session', async () => {
    const named = await makeSession(world, merchant, { allowed_origins: ['https://shop.example'] });
    const open = await makeSession(world, merchant);
    const ancestorsOf = async (path: string) =>
      /frame-ancestors ([^;]+)/.exec((await get(path)).headers.get('content-security-policy')!)![1];
    expect(await ancestorsOf(`/checkout/${open.body.id}`)).toBe("'none'");
    expect(await ancestorsOf(`/checkout/${open.body.id}/return?token=X`)).toBe("'none'");
    expect(await ancestorsOf(`/embed/${named.body.id}`)).toBe('https://shop.example');
    expect(await ancestorsOf(`/embed/${open.body.id}`)).toBe('*');
  });

  it('is a friendly 404 for a session that does not exist or cannot', async () => {
    const paths = [
      `/checkout/${UNKNOWN}`,
      '/checkout/nonsense',
      `/embed/${UNKNOWN}`,
      `/checkout/${UNKNOWN}/return`,
    ];
    for (const path of paths) {
      const page = await get(path);
      expect(page.status).toBe(404);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(page.body).toContain('We cannot find this payment');
    }
  });
});

describe('the activation page', () => {
  it('says so when the link is not whole, in words about an activation', async () => {
    const page = await get('/activate/nonsense');
    expect(page.status).toBe(404);
    expect(page.body).toContain('This activation link does not exist');
  });
});

describe('the forms of the payment page', () => {
  it('lead to the provider, and back to a paid page', async () => {
    const session = await makeSession(world, merchant);
    const paying = await post(`/checkout/${session.body.id}/pay`);
    expect(paying.status).toBe(303);
    const approval = new URL(paying.headers.get('location')!);
    expect(approval.origin).toBe(world.sandbox_url);
    const order = approval.searchParams.get('token')!;
    await world.control('POST', `orders/${order}/approve`, {});
    const capturing = await post(`/checkout/${session.body.id}/orders/${order}/capture`);
    expect(capturing.headers.get('location')).toBe(`/checkout/${session.body.id}?outcome=paid`);
    expect((await get(capturing.headers.get('location')!)).body).toContain('data-panel="paid"');
    const again = await post(`/checkout/${session.body.id}/orders/${order}/capture`);
    expect(again.headers.get('location')).toBe(`/checkout/${session.body.id}?outcome=paid`);
  });

  it('keep the order when the provider cannot be reached, and charge when it can', async () => {
    const order = await makeOrder(world, merchant);
    const capture = `/checkout/${order.session_id}/orders/${order.order_id}/capture`;
    await world.control('POST', 'faults', {
      operation: 'orders.capture',
      mode: 'refuse',
      status: 429,
      times: 3,
    });
    const first = await post(capture);
    expect(first.headers.get('location')).toBe(
      `/checkout/${order.session_id}/return?token=${order.order_id}&outcome=unreachable`,
    );
    await world.control('DELETE', 'faults');
    expect((await get(first.headers.get('location')!)).body).toContain(`action="${capture}"`);
    expect((await post(capture)).headers.get('location')).toContain('outcome=paid');
  });

  it('are refused to the pages of shops that the session does not name', async () => {
    const session = await makeSession(world, merchant, { allowed_origins: ['https://shop.example'] });
    const path = `/checkout/${session.body.id}/pay`;
    expect((await post(path, { origin: 'https://other.example' })).status).toBe(403);
    expect((await post(path, { origin: world.base_url })).status).toBe(303);
  });

  it('take the session as it is: expired, unknown, or with an order of another', async () => {
    const order = await makeOrder(world, merchant, { approved: false });
    const session = await makeSession(world, merchant);
    const foreign = await post(`/checkout/${session.body.id}/orders/${order.order_id}/capture`);
    expect(foreign.headers.get('location')).toBe(`/checkout/${session.body.id}?outcome=not_completed`);
    expect((await post(`/checkout/${UNKNOWN}/pay`)).status).toBe(404);
    await world.advance(31 * 60);
    const late = await post(`/checkout/${session.body.id}/pay`);
    expect(late.headers.get('location')).toBe(`/checkout/${session.body.id}`);
    expect((await get(`/checkout/${session.body.id}`)).body).toContain('data-panel="expired"');
  });

  it('lead back to the shop when they have expired, to its front door when it named no page', async () => {
    const success_url = 'https://shop.example.com/thanks?order=1';
    const [plain, named] = await Promise.all([
      makeSession(world, merchant, { success_url }),
      makeSession(world, merchant, { success_url, cancel_url: 'https://shop.example.com/basket' }),
    ]);
    await world.advance(31 * 60);
    const expired = async (id: string) =>
      /data-panel-name="expired"[^]*?<\/section>/.exec((await get(`/checkout/${id}`)).body)![0];
    expect(await expired(plain.body.id)).toContain('href="https://shop.example.com/"');
    expect(await expired(named.body.id)).toContain('href="https://shop.example.com/basket"');
    expect(await expired(named.body.id)).toContain('Go back to <bdi>Corner Shop</bdi>');
  });

  it('tell nobody to go back where there is no way back', async () => {
    const sessions = await Promise.all([
      makeSession(world, merchant),
      makeSession(world, merchant, { success_url: 'myapp://done' }),
      makeSession(world, merchant, { amount: 0 }),
    ]);
    await world.advance(31 * 60);
    for (const { body } of sessions) {
      const page = (await get(`/checkout/${body.id}`)).body;
      expect(page).toContain('data-panel="expired"');
      expect(page).toContain('Ask <bdi>Corner Shop</bdi> for a new link');
      expect(page).not.toMatch(/go back/i);
    }
  });

  it('take money that was approved before the session expired', async () => {
    const order = await makeOrder(world, merchant);
    await world.advance(31 * 60);
    const returned = await get(`/checkout/${order.session_id}/return?token=${order.order_id}&PayerID=X`);
    expect(returned.body).toContain('data-panel="confirming"');
    const captured = await post(`/checkout/${order.session_id}/orders/${order.order_id}/capture`);
    expect(captured.headers.get('location')).toBe(`/checkout/${order.session_id}?outcome=paid`);
    expect((await get(`/checkout/${order.session_id}`)).body).toContain('data-panel="completed"');
  });

  it('are read only from pages: the interface takes JSON alone, a form no long text', async () => {
    const session = await makeSession(world, merchant);
    const form = (path: string, body: string) =>
      fetch(world.base_url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body,
      });
    expect((await form(`/api/checkout-sessions/${session.body.id}/orders`, 'a=1')).status).toBe(415);
    const long = await form(`/checkout/${session.body.id}/pay`, 'a='.padEnd(10_000, 'a'));
    expect(long.status).toBe(413);
  });

  it('count against the same budget as the calls they stand for', async () => {
    const small = await startWorld({ worker: false, env: { RATE_LIMIT_SCALE: '0.05' } });
    try {
      const statuses: number[] = [];
      for (let n = 0; n < 4; n += 1) {
        const answer = await fetch(`${small.base_url}/checkout/${UNKNOWN}/pay`, { method: 'POST' });
        statuses.push(answer.status);
      }
      expect(statuses).toEqual([404, 404, 404, 429]);
    } finally {
      await small.close();
    }
  });
});

describe('the other pages', () => {
  it('show an activation link without redeeming it', async () => {
    const made = await world.operator('POST', 'channels', {
      name: 'Other',
      owner_email: 'owner@other.example',
    });
    const path = new URL(made.body.activation_url).pathname;
    for (let n = 0; n < 3; n += 1) expect((await get(path)).status).toBe(200);
    expect((await get(path)).headers.get('referrer-policy')).toBe('no-referrer');
    const token = path.split('/').at(-1);
    const redeemed = await world.call('POST', `/api/activation/${token}`, {
      body: { password: 'Correct-horse-1' },
    });
    expect(redeemed.status).toBe(200);
    expect((await get('/activate/short')).status).toBe(404);
  });

  it('say nothing that their address claims', async () => {
    const page = await get('/onboarding/return?permissionsGranted=true&merchantIdInPayPal=%3Cscript%3E');
    expect(page.status).toBe(200);
    expect(page.body).toContain('You can close this window');
    expect(page.body).not.toMatch(/permissionsGranted|<script/);
  });

  it('lead a seller back to the channel and name the step that is owed', async () => {
    const channel = await makeChannel(world, 'Acme Platform');
    const onboarding_return_url = 'https://platform.example/merchants?from=consent';
    await world.operator('PATCH', `channels/${channel.channel_id}`, { onboarding_return_url });
    const connected = await returned(channel, {});
    expect(connected).toContain('nothing is left to do');
    expect(connected).toContain(`href="${onboarding_return_url}"`);
    expect(connected).toContain('Go on to <bdi>Acme Platform</bdi>');
    expect(connected).toContain('<h1>Your account is connected</h1>');
    expect(connected).not.toContain('close this window');
    const owing = await returned(channel, { email_confirmed: false });
    expect(owing).toContain('<h1>One step is left</h1>');
    expect(owing).toContain('Confirm your email');
    expect(await returned(channel, { payments_receivable: false })).toContain('cannot receive payments');
  });

  it('do not tell a seller of what was before the consent, while the provider is silent', async () => {
    const channel = await makeChannel(world, 'Acme Platform');
    await world.control('POST', 'faults', { operation: 'integrations.read', mode: 'error', times: 4 });
    const page = await returned(channel, {}, { heard: false });
    await world.control('DELETE', 'faults');
    expect(page).toContain('has not told us yet how your account stands');
    expect(page).not.toContain('not connected');
  });

  it('tell a person at the base address what this is', async () => {
    const page = await get('/');
    expect(page.status).toBe(200);
    expect(page.body).toContain('<h1>Fairway</h1>');
    expect(page.body).toContain('href="/healthz"');
  });

  it('are painted from one answer of less than 20 KB: what looks they have stands in it, and no script is waited for', async () => {
    const { body } = await makeSession(world, merchant);
    const page = (await get(`/checkout/${body.id}?locale=ar`)).body as string;
    expect(page).not.toContain('rel="stylesheet"');
    expect(page.match(/<script\b[^>]*>/g)).toEqual([expect.stringContaining('type="module"')]);
    expect(gzipSync(page).length).toBeLessThan(20_000);
  });

  it('name no other file of the service, which a process of another release would not have', async () => {
    const { body } = await makeSession(world, merchant);
    for (const path of [`/checkout/${body.id}`, `/embed/${body.id}`, '/owner', '/activate/nonsense', '/']) {
      const { body: page } = await get(path);
      expect(page, path).not.toMatch(/<script\b[^>]*\bsrc=|<link\b[^>]*\bhref="(?!data:)\//);
    }
  });

  it('are sent compressed to who takes them so, and are the same', async () => {
    const { body } = await makeSession(world, merchant);
    const path = `/checkout/${body.id}`;
    const plain = await get(path, { 'accept-encoding': 'identity' });
    const compressed = await get(path, { 'accept-encoding': 'gzip' });
    expect(plain.headers.get('content-encoding')).toBe(null);
    expect(compressed.headers.get('content-encoding')).toBe('gzip');
    for (const { headers } of [plain, compressed]) expect(headers.get('vary')).toBe('Accept-Encoding');
    const same = (page: string) => page.replace(/nonce="[^"]+"|expires-in-ms="\d+"/g, '');
    expect(same(compressed.body)).toBe(same(plain.body));
    expect(Number(compressed.headers.get('content-length'))).toBeLessThan(20_000);
  });
});
