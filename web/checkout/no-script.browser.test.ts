import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  makeChannel,
  makeConnectedMerchant,
  makeSession,
  type TestMerchant,
} from '../../tests/world/actors.ts';
import { startWorld, type World } from '../../tests/world/world.ts';
import { closePages, openPage, startBrowser } from '../common/browser.fixture.ts';

const LIMIT_MS = 180_000;

let world: World;
let browser: Browser;
let merchant: TestMerchant;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(), startBrowser()]);
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
}, LIMIT_MS);

afterEach(closePages);

afterAll(async () => {
  await world.close();
}, LIMIT_MS);

async function approved() {
  const { id, checkout_url } = (await makeSession(world, merchant, { amount: '20.00' })).body;
  const { page } = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(checkout_url);
  await page.getByRole('button', { name: 'Continue to pay' }).click();
  await page.getByRole('button', { name: /^Pay 20.00/ }).click();
  await page.waitForURL(/\/return\?/);
  const confirm = page.getByRole('button', { name: 'Confirm payment of $20.00' });
  return { id: id as string, checkout_url: checkout_url as string, page, confirm };
}

it(
  'a payment that was not taken after all is told of, and is confirmed again without another approval',
  async () => {
    const { id, page, confirm } = await approved();
    await world.control('POST', 'faults', { operation: 'orders.capture', mode: 'error', times: 1 });
    await confirm.click();
    await page.getByRole('heading', { name: 'Checking your payment' }).waitFor();
    expect(await page.getByRole('button').count()).toBe(0);
    const statusLater = async () => {
      await world.advance(60);
      await world.drain();
      return (await world.call('GET', `/api/checkout-sessions/${id}`)).body['status'] as string;
    };
    await expect.poll(statusLater).toBe('open');
    const told = page.getByText('That payment was not completed and you have not been charged');
    await told.filter({ visible: true }).waitFor();
    await confirm.click();
    await page.getByRole('heading', { name: 'Payment received' }).waitFor();
  },
  LIMIT_MS,
);

it(
  'the address of a form, as a browser that is opened again asks for it, leads to the page',
  async () => {
    const { checkout_url, page, confirm } = await approved();
    await page.goto(`${checkout_url}/pay`);
    expect(page.url()).toBe(checkout_url);
    await page.getByRole('button', { name: 'Continue to pay' }).waitFor();
    await page.goBack();
    const order = new URL(page.url()).searchParams.get('token')!;
    await page.goto(`${checkout_url}/orders/${order}/capture`);
    expect(page.url()).toBe(`${checkout_url}/return?token=${order}`);
    await confirm.waitFor();
    const stranger = await page.goto(`${checkout_url.slice(0, -3)}/pay`);
    expect(stranger!.status()).toBe(404);
  },
  LIMIT_MS,
);
