import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  makeChannel,
  makeConnectedMerchant,
  makeSession,
  type TestMerchant,
} from '../../tests/world/actors.ts';
import { joinWorld, type World } from '../../tests/world/world.ts';
import { breaches, closePages, openPage, startBrowser } from '../kit/browser.fixture.ts';

const LIMIT_MS = 60_000;
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
