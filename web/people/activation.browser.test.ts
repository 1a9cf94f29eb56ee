import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../tests/world/world.ts';
import { breaches, closePages, openPage, PHONE, startBrowser } from '../common/browser.fixture.ts';

const LIMIT_MS = 180_000;
const PASSWORD = 'Correct-horse-1';

let world: World;
let browser: Browser;
let invited = 0;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld({ worker: false }), startBrowser()]);
}, LIMIT_MS);

afterEach(closePages);

afterAll(async () => {
  await world.close();
}, LIMIT_MS);

async function newLink(): Promise<string> {
  invited += 1;
  const made = await world.operator('POST', 'channels', {
    name: 'Acme',
    owner_email: `owner${invited}@example.com`,
  });
  return made.body.activation_url;
}

async function newDashboardLink(email: string): Promise<string> {
  const shop = { business_name: 'Shop', email: `shop-${email}`, country_code: 'US' };
  const { merchant_id } = (await world.operator('POST', 'merchants', shop)).body;
  const user = { email, permissions: [] };
  return (await world.operator('POST', `merchants/${merchant_id}/dashboard-users`, user)).body.activation_url;
}

async function enter(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Activate and show the key' }).click();
}

describe('the activation page', () => {
  it(
    'shows the key and the base address, which work, and copies them',
    async () => {
      const { page, context, complaints } = await openPage(browser);
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.goto(await newLink());
      expect(await breaches(page)).toEqual([]);
      await enter(page, PASSWORD);
      await page.getByRole('heading', { name: 'Your channel is active' }).waitFor();
      const key = await page.getByLabel('API key').inputValue();
      expect(await page.getByLabel('Base address').inputValue()).toBe(world.base_url);
      expect((await world.call('GET', '/api/channel/merchants', { key })).status).toBe(200);
      expect(await page.getByRole('status').textContent()).not.toContain(key);
      expect(await page.locator('time').getAttribute('datetime')).toMatch(/^\d{4}-/);
      await page.getByRole('button', { name: 'Copy API key' }).click();
      await page.getByText('Copied').first().waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
      expect(await breaches(page)).toEqual([]);
      await page.getByRole('link', { name: 'owner account' }).click();
      await page.getByRole('button', { name: 'Sign in with the password' }).waitFor();
      expect(complaints).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'marks each rule as it is kept, and says when the server refuses',
    async () => {
      const { page, complaints } = await openPage(browser, PHONE);
      await page.goto(await newLink());
      await page.getByLabel('Password', { exact: true }).fill('abc1');
      expect(await page.locator('.rules .met').count()).toBe(3);
      expect(await page.locator('[data-rule="length"]').textContent()).toContain('at least 8 characters');
      await enter(page, 'abc1');
      await page.getByText('This password does not keep all of the rules below.').first().waitFor();
      expect(await page.getByLabel('Password', { exact: true }).getAttribute('aria-invalid')).toBe('true');
      expect(await breaches(page)).toEqual([]);
      await enter(page, PASSWORD);
      await page.getByRole('heading', { name: 'Your channel is active' }).waitFor();
      expect(complaints).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'shows the password only when it is asked to',
    async () => {
      const { page } = await openPage(browser);
      await page.goto(await newLink());
      const field = page.getByLabel('Password', { exact: true });
      expect(await field.getAttribute('type')).toBe('password');
      await page.getByRole('button', { name: 'Show password' }).click();
      expect(await field.getAttribute('type')).toBe('text');
    },
    LIMIT_MS,
  );

  it(
    'brings the same key back for ten minutes, to the same password alone',
    async () => {
      const link = await newLink();
      const { page } = await openPage(browser);
      await page.goto(link);
      await enter(page, PASSWORD);
      await page.getByRole('heading', { name: 'Your channel is active' }).waitFor();
      const key = await page.getByLabel('API key').inputValue();
      await page.goto(link);
      await enter(page, 'Another-horse-2');
      await page.getByText('This link was used already').first().waitFor();
      await enter(page, PASSWORD);
      await page.getByRole('heading', { name: 'Your channel is active' }).waitFor();
      expect(await page.getByLabel('API key').inputValue()).toBe(key);
      await page.goto(link);
      await world.advance(10 * 60);
      await enter(page, PASSWORD);
      await page.getByText('no longer valid').first().waitFor();
      // Whoever comes later is asked for no password.
      await page.goto(link);
      await page.getByRole('alert').getByText('no longer valid').waitFor();
      expect(await page.getByLabel('Password').count()).toBe(0);
    },
    LIMIT_MS,
  );

  it(
    'says that nothing is lost when the service does not answer',
    async () => {
      const { page } = await openPage(browser);
      await page.goto(await newLink());
      await page.route('**/api/activation/*', (route) => route.abort());
      await enter(page, PASSWORD);
      await page.getByText('Nothing is lost').first().waitFor();
      await page.unroute('**/api/activation/*');
      await enter(page, PASSWORD);
      await page.getByRole('heading', { name: 'Your channel is active' }).waitFor();
    },
    LIMIT_MS,
  );

  it(
    'works without scripting: a weak password is told, a good one answers with the key',
    async () => {
      const link = await newLink();
      const { page } = await openPage(browser, { ...PHONE, javaScriptEnabled: false });
      await page.goto(link);
      expect(await page.getByRole('button').count()).toBe(1);
      await enter(page, 'weak');
      await page.getByText('This password does not keep all of the rules below.').waitFor();
      expect(await page.title()).toBe('Problem · Activate your channel');
      await enter(page, PASSWORD);
      await page.getByRole('heading', { name: 'Your channel is active' }).waitFor();
      const key = await page.getByLabel('API key').inputValue();
      expect(await page.getByLabel('Base address').inputValue()).toBe(world.base_url);
      expect((await world.call('GET', '/api/channel/merchants', { key })).status).toBe(200);
      await page.goto(link);
      await enter(page, 'Another-horse-2');
      await page.getByText('This link was used already').waitFor();
      await enter(page, PASSWORD);
      expect(await page.getByLabel('API key').inputValue()).toBe(key);
    },
    LIMIT_MS,
  );

  describe.each([true, false])('for a user of the dashboard, with scripting %s', (javaScriptEnabled) => {
    it(
      'sets the password and gives no key',
      async () => {
        const email = `user-${javaScriptEnabled}@example.com`;
        const { page, complaints } = await openPage(browser, { javaScriptEnabled });
        await page.goto(await newDashboardLink(email));
        await page.getByRole('heading', { name: 'Choose your password' }).waitFor();
        await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
        await page.getByRole('button', { name: 'Set the password' }).click();
        await page.getByRole('heading', { name: 'Your account is ready' }).waitFor();
        expect(
          await page.getByText('Sign in to the dashboard that your platform gives you as').textContent(),
        ).toContain(email);
        expect(await page.getByLabel('API key').count()).toBe(0);
        const body = { email, password: PASSWORD };
        expect((await world.call('POST', '/api/dashboard/login', { body })).status).toBe(200);
        if (javaScriptEnabled) expect(await breaches(page)).toEqual([]);
        expect(complaints).toEqual([]);
      },
      LIMIT_MS,
    );
  });
});
