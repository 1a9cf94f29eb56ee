import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  charge,
  makeChannel,
  makeConnectedMerchant,
  makeSession,
  type TestMerchant,
} from '../../tests/world/actors.ts';
import { type Gateway, GR4VY, makeGatewayMerchant, NMI } from '../../tests/world/gateways.ts';
import { joinWorld, type World } from '../../tests/world/world.ts';
import { breaches, closePages, openPage, startBrowser } from '../common/browser.fixture.ts';
import { DECLINED, GOOD, ONE_BY_ONE } from '../kits/fields.fixture.ts';
import { hears, mountCheckout, openShop, told } from '../sdk/shop.fixture.ts';

const LIMIT_MS = 180_000;
const SEND = 'Continue to the provider';
const SAVED = 'Your way to pay is saved';

let world: World;
let browser: Browser;
let merchant: TestMerchant;

beforeAll(async () => {
  [world, browser] = await Promise.all([joinWorld(), startBrowser()]);
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
}, LIMIT_MS);

afterEach(closePages);

afterAll(async () => {
  await world.close();
}, LIMIT_MS);

it(
  'a buyer leaves the provider’s page, comes back to it and saves a way to pay',
  async () => {
    const { id, checkout_url } = (await makeSession(world, merchant, { amount: 0 })).body;
    const { page, complaints } = await openPage(browser);
    await page.goto(checkout_url);
    await page.getByText('Nothing is charged now').waitFor();
    expect(await page.getByText('$0').count()).toBe(0);
    expect(await breaches(page)).toEqual([]);
    await page.getByRole('button', { name: SEND }).click();
    await page.getByRole('button', { name: /^Cancel and return/ }).click();
    await page.getByText('You left before anything was saved').waitFor();
    await page.getByRole('button', { name: SEND }).click();
    expect(await breaches(page)).toEqual([]);
    await page.getByRole('button', { name: 'Agree and save' }).click();
    await page.getByRole('heading', { name: SAVED }).waitFor();
    expect(await breaches(page)).toEqual([]);
    expect(complaints).toEqual([]);
    const session = await world.call('GET', `/api/checkout-sessions/${id}`);
    expect(session.body).toMatchObject({ status: 'completed', payment: null });
    await page.goto(checkout_url);
    await page.getByRole('heading', { name: 'A way to pay is saved' }).waitFor();
  },
  LIMIT_MS,
);

it(
  'the same without scripting',
  async () => {
    const { checkout_url } = (await makeSession(world, merchant, { amount: 0 })).body;
    const { page } = await openPage(browser, { javaScriptEnabled: false });
    await page.goto(checkout_url);
    await page.getByRole('button', { name: SEND }).click();
    await page.getByRole('button', { name: 'Agree and save' }).click();
    await page.getByRole('button', { name: 'Save this way to pay' }).click();
    await page.getByRole('heading', { name: SAVED }).waitFor();
  },
  LIMIT_MS,
);

async function toSaveAt(gateway: Gateway, customer_ref: string) {
  const saver = await makeGatewayMerchant(world, await makeChannel(world), gateway);
  const { body } = await makeSession(world, saver, { amount: 0, metadata: { customer_ref } });
  return { saver, id: body.id as string, checkout_url: body.checkout_url as string };
}

it(
  'a buyer saves a card in a gateway’s fields after a decline, and it is charged later',
  async () => {
    const { saver, id, checkout_url } = await toSaveAt(NMI, 'customer-1');
    const { page, complaints } = await openPage(browser);
    await page.goto(checkout_url);
    const save = page.getByRole('button', { name: 'Save this way to pay' });
    await save.waitFor();
    await page.getByText('Nothing is charged now').waitFor();
    expect(await page.getByText('$0').count()).toBe(0);
    expect(await breaches(page)).toEqual([]);
    await ONE_BY_ONE.type(page, DECLINED);
    await save.click();
    await page.locator('[data-notice-name="declined"]').getByText('nothing was saved').waitFor();
    await ONE_BY_ONE.type(page, GOOD);
    await save.click();
    await page.getByRole('heading', { name: SAVED }).waitFor();
    expect(await breaches(page)).toEqual([]);
    expect(complaints).toEqual([]);
    const session = await world.call('GET', `/api/checkout-sessions/${id}`);
    expect(session.body).toMatchObject({ status: 'completed', payment: null });
    expect((await charge(world, saver, { customer_ref: 'customer-1' })).status).toBe(200);
    await page.goto(checkout_url);
    await page.getByRole('heading', { name: 'A way to pay is saved' }).waitFor();
  },
  LIMIT_MS,
);

it(
  'a page around a frame hears that a card was saved, and of no payment',
  async () => {
    const { id: sessionId } = await toSaveAt(NMI, 'customer-2');
    const shop = await openShop({ base: world.base_url });
    try {
      const { page } = await openPage(browser);
      await page.goto(shop.url);
      await mountCheckout(page, { sessionId, as: 'embed' });
      await hears(page, 'onReady');
      const frame = page.frameLocator('#pay > iframe');
      await ONE_BY_ONE.type(frame, GOOD);
      await frame.getByRole('button', { name: 'Save this way to pay' }).click();
      await frame.getByRole('heading', { name: SAVED }).waitFor();
      await page.waitForFunction(() => window.heard.some(([, state]) => state === 'paid'));
      expect(await told(page, 'onApprove')).toEqual([]);
      expect(await told(page, 'onError')).toEqual([]);
    } finally {
      await shop.close();
    }
  },
  LIMIT_MS,
);

it(
  'where the provider keeps nothing, the page says that nothing was saved and whom to ask',
  async () => {
    const { checkout_url } = await toSaveAt(GR4VY, 'customer-3');
    const { page, complaints } = await openPage(browser);
    await page.goto(checkout_url);
    await page.getByRole('heading', { name: 'No way to pay can be saved on this page' }).waitFor();
    await page.getByText('Nothing was saved or charged. Please ask Corner Shop for another way.').waitFor();
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await breaches(page)).toEqual([]);
    expect(complaints).toEqual([]);
  },
  LIMIT_MS,
);
