import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { closePages, openPage, startBrowser } from '../../web/common/browser.fixture.ts';
import { SEED_PERSONAL_ID } from '../ppcp/shapes/seed.ts';
import { ALL_FEATURES, SELLER, startBench, type Bench, type Json } from './bench.ts';

let bench: Bench;
let browser: Browser;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  [bench, browser] = await Promise.all([startBench(), startBrowser()]);
});
beforeEach(async () => {
  await bench.control('POST', '/reset');
  await bench.control('PATCH', `/accounts/${SELLER}`, { granted: ALL_FEATURES });
  // Every form is a plain one: what is done here is done without the script.
  ({ page, complaints } = await openPage(browser, { javaScriptEnabled: false }));
});
afterEach(async () => {
  expect(complaints).toEqual([]);
  await page.context().close();
});
afterAll(async () => {
  await closePages();
  await bench.close();
});

const open = (path: string): Promise<unknown> => page.goto(bench.sandbox.url + path);
// Each sends a form, and what is looked at then is the page that answers it.
async function press(name: string | RegExp): Promise<void> {
  const answered = page.waitForEvent('domcontentloaded');
  await page.getByRole('button', { name }).click();
  await answered;
}
const note = (): Promise<string | null> => page.locator('.note').textContent();
const account = async (id = SELLER): Promise<Record<string, Json>> => {
  const { body } = await bench.control('GET', '/accounts');
  return body['items'].find((entry: { account_id: string }) => entry.account_id === id);
};

describe('an account', () => {
  test('is edited by its boxes and choices', async () => {
    await open(`/inspector/accounts/${SELLER}`);
    await page.getByLabel('Email confirmed').uncheck();
    await page.getByLabel('Refuse every capture with').fill('PAYEE_ACCOUNT_RESTRICTED');
    await press('Save the state');
    expect(await note()).toBe('The account is changed.');
    await page.getByLabel('PPCP_CUSTOM').selectOption('NEED_MORE_DATA');
    await page.getByLabel('ADVANCED_VAULTING').selectOption('(none)');
    await press('Save the products');
    await page.getByLabel('CUSTOM_CARD_PROCESSING').selectOption('ACTIVE');
    await press('Save the capabilities');
    await page.getByRole('checkbox', { name: /^PARTNER_FEE/ }).uncheck();
    await press('Save the permissions');
    const changed = await account();
    expect(changed).toMatchObject({
      email_confirmed: false,
      payments_receivable: true,
      capture_issue: 'PAYEE_ACCOUNT_RESTRICTED',
      granted: ALL_FEATURES.filter((feature) => feature !== 'PARTNER_FEE'),
    });
    expect(changed['products']).toContainEqual({
      name: 'PPCP_CUSTOM',
      vetting_status: 'NEED_MORE_DATA',
      capabilities: ['CUSTOM_CARD_PROCESSING', 'AMEX_OPTBLUE', 'DEBIT_CARD_SWITCH'],
    });
    expect(changed['products'].map(({ name }: { name: string }) => name)).not.toContain('ADVANCED_VAULTING');
    expect(changed['capabilities']).toContainEqual({ name: 'CUSTOM_CARD_PROCESSING', status: 'ACTIVE' });
  });

  test('loses its consent, and then has none to lose', async () => {
    await open(`/inspector/accounts/${SELLER}`);
    await page.getByLabel('Afterwards a status read answers').selectOption('forbidden');
    await press('Take the consent back');
    expect(await account()).toMatchObject({ consent: 'revoked', after_revocation: 'forbidden', granted: [] });
    expect(await page.getByRole('button', { name: 'Take the consent back' }).count()).toBe(0);
  });

  test('of a buyer is opened and emptied', async () => {
    await open('/inspector/accounts');
    await page.getByLabel('Kind').selectOption('personal');
    await page.getByLabel('Given name').fill('Ada');
    await press('Open');
    expect(await page.getByRole('link', { name: 'Ada Buyer' }).count()).toBe(1);
    await open(`/inspector/accounts/${SEED_PERSONAL_ID}`);
    await page.getByLabel('Has funds').uncheck();
    await press('Save the state');
    expect(await account(SEED_PERSONAL_ID)).toMatchObject({ funded: false, email_confirmed: true });
  });
});
