import { mkdirSync } from 'node:fs';
import { it } from 'vitest';
import { makeChannel, makeConnectedMerchant, makeSession } from '../testing/actors.ts';
import { startWorld } from '../testing/world.ts';
import { breaches, DESKTOP, openPage, PHONE, startBrowser } from './browser.fixture.ts';

it('looks', async () => {
  mkdirSync('/tmp/shots', { recursive: true });
  const world = await startWorld();
  const browser = await startBrowser();
  try {
    const channel = await makeChannel(world);
    const merchant = await makeConnectedMerchant(world, channel);
    await world.operator('PATCH', `merchants/${merchant.merchant_id}`, { branding: { brand_color: '#5b3df5' } });
    const made = await makeSession(world, merchant, {
      amount: '48.50', description: 'Two tickets for the spring concert', external_order_id: 'A-1001',
      items: [{ name: 'Concert ticket, balcony', unit_amount: '20.00', quantity: 2, category: 'DIGITAL_GOODS' }, { name: 'Programme', unit_amount: '3.50' }],
      shipping_amount_cents: 500, shipping_address: { country_code: 'US' }, success_url: `${world.base_url}/healthz?ok`, cancel_url: `${world.base_url}/healthz?cancel`,
    });
    console.log(made.status, JSON.stringify(made.body));
    for (const [name, look] of [['desktop', DESKTOP], ['phone', PHONE]] as const) {
      const { page, complaints, context } = await openPage(browser, look);
      await page.goto(made.body.checkout_url);
      await page.waitForTimeout(2500);
      await page.screenshot({ path: `/tmp/shots/pay-${name}.png`, fullPage: true });
      console.log(name, complaints, await breaches(page));
      await context.close();
    }
    const { page, complaints } = await openPage(browser);
    await page.goto(made.body.checkout_url);
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Pay with PayPal' }).first().click().catch(async () => { console.log(await page.content()); throw new Error('x'); })]);
    await popup.waitForLoadState();
    await page.screenshot({ path: `/tmp/shots/open.png`, fullPage: true });
    await popup.getByRole('button', { name: /^Pay/ }).click();
    await page.getByRole('heading', { name: 'Payment received' }).waitFor();
    await page.screenshot({ path: `/tmp/shots/paid.png`, fullPage: true });
    console.log(complaints, await breaches(page), await page.title());
    await page.waitForURL(/healthz/);
  } finally {
    await browser.close();
    await world.close();
  }
}, 90_000);
