import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { joinWorld, type World } from '../../tests/world/world.ts';
import { breaches, closePages, openPage, PHONE, startBrowser } from '../common/browser.fixture.ts';

const LIMIT_MS = 180_000;
const PASSWORD = 'Correct-horse-1';

let world: World;
let browser: Browser;
let invited = 0;

beforeAll(async () => {
  [world, browser] = await Promise.all([joinWorld(), startBrowser()]);
}, LIMIT_MS);

afterEach(closePages);

afterAll(async () => {
  await world.close();
}, LIMIT_MS);

async function newOwner(): Promise<{ email: string; owner_id: string }> {
  invited += 1;
  const email = `owner${invited}@example.com`;
  const made = await world.operator('POST', 'channels', { name: 'Acme', owner_email: email });
  const token = String(made.body.activation_url).split('/').at(-1);
  await world.call('POST', `/api/activation/${token}`, { body: { password: PASSWORD } });
  const listed = await world.operator('GET', 'channels?limit=1');
  return { email, owner_id: listed.body.items[0].owner_id };
}

/** The browser's own authenticator in software: a phone's or laptop's, whose owner always agrees. */
async function addAuthenticator(context: BrowserContext, page: Page) {
  const session: CDPSession = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    agrees: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

async function openOwner(look: Parameters<typeof openPage>[1] = {}) {
  const opened = await openPage(browser, look);
  const authenticator = await addAuthenticator(opened.context, opened.page);
  await opened.page.goto(`${world.base_url}/owner`);
  return { ...opened, authenticator };
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();

async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in with the password' }).click();
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name of a new passkey').fill(name);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('listitem').filter({ hasText: name }).waitFor();
}

describe('the owner’s page', () => {
  it(
    'signs in with the password, adds a passkey, and signs in with that',
    async () => {
      const { email } = await newOwner();
      const { page, context, complaints } = await openOwner(PHONE);
      expect(new URL(page.url()).hostname).toBe('localhost');
      await heading(page, 'Owner sign-in');
      expect(await breaches(page)).toEqual([]);
      await signIn(page, email);
      await heading(page, 'Your passkeys');
      await page.getByText('There is no passkey yet').waitFor();
      await addPasskey(page, 'This phone');
      expect(await breaches(page)).toEqual([]);
      const [cookie] = await context.cookies();
      expect(cookie).toMatchObject({ name: 'fairway_owner', httpOnly: true, sameSite: 'Strict' });
      await page.getByRole('button', { name: 'Sign out' }).click();
      await heading(page, 'Owner sign-in');
      expect(await context.cookies()).toEqual([]);
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await heading(page, 'Your passkeys');
      await page.getByText('last used').waitFor();
      await page.reload();
      await page.getByRole('listitem').filter({ hasText: 'This phone' }).waitFor();
      expect(complaints).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'removes a passkey after it was asked to, and it opens nothing then',
    async () => {
      const { email } = await newOwner();
      const { page } = await openOwner();
      page.on('dialog', (dialog) => void dialog.accept());
      await signIn(page, email);
      await addPasskey(page, 'Old laptop');
      await page.getByRole('button', { name: 'Remove Old laptop' }).click();
      await page.getByText('There is no passkey yet').waitFor();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await page.getByText('does not open an account here').first().waitFor();
      expect(await breaches(page)).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'says what went wrong: a wrong password, a passkey not shown, a session that ended',
    async () => {
      const { email } = await newOwner();
      const { page, context, authenticator } = await openOwner();
      await signIn(page, email, 'Wrong-horse-1');
      await page.getByText('Wrong email or password.').first().waitFor();
      await signIn(page, email);
      await heading(page, 'Your passkeys');
      await authenticator.agrees(false);
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      await page.getByText('No passkey was used.').first().waitFor();
      await context.clearCookies();
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      await page.getByText('Your session has ended.').first().waitFor();
      await heading(page, 'Owner sign-in');
    },
    LIMIT_MS,
  );

  it(
    'is worked by the keyboard alone',
    async () => {
      const { email } = await newOwner();
      const { page } = await openOwner();
      await page.getByLabel('Email').focus();
      await page.keyboard.type(email);
      await page.keyboard.press('Tab');
      await page.keyboard.type(PASSWORD);
      await page.keyboard.press('Enter');
      await heading(page, 'Your passkeys');
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Your passkeys');
      await page.getByLabel('Name of a new passkey').focus();
      await page.keyboard.press('Enter');
      await page.getByRole('listitem').filter({ hasText: 'Passkey' }).waitFor();
    },
    LIMIT_MS,
  );
});

describe('the recovery page', () => {
  it(
    'asks for the password, removes the lost passkey, and takes a new one',
    async () => {
      const { email, owner_id } = await newOwner();
      const lost = await openOwner();
      await signIn(lost.page, email);
      await addPasskey(lost.page, 'Lost phone');
      const started = await world.operator('POST', `owners/${owner_id}/recover-device`);
      const { page, context, complaints } = await openPage(browser, PHONE);
      await addAuthenticator(context, page);
      await page.goto(started.body.recovery_url);
      await heading(page, 'Recover your account');
      expect(await breaches(page)).toEqual([]);
      await page.locator('#password').fill('Wrong-horse-1');
      await page.getByRole('button', { name: 'Remove the lost passkeys' }).click();
      await page.getByText('Wrong password.').first().waitFor();
      await page.locator('#password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Remove the lost passkeys' }).click();
      await page.getByText('There is no passkey yet').waitFor();
      expect(new URL(page.url()).pathname).toBe('/owner');
      await addPasskey(page, 'New phone');
      await lost.page.reload();
      await heading(lost.page, 'Owner sign-in');
      await lost.page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await lost.page.getByText('does not open an account here').first().waitFor();
      expect(complaints).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'says that a link was used, or never was',
    async () => {
      const { page } = await openPage(browser);
      await page.goto(`${world.base_url}/owner/recover/${'x'.repeat(43)}`);
      await page.locator('#password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Remove the lost passkeys' }).click();
      await page.getByText('does not exist').first().waitFor();
      expect((await page.goto(`${world.base_url}/owner/recover/short`))?.status()).toBe(404);
    },
    LIMIT_MS,
  );
});

it(
  'without scripting the page says what it needs',
  async () => {
    const { page } = await openPage(browser, { javaScriptEnabled: false });
    await page.goto(`${world.base_url}/owner`);
    await page.getByText('Passkeys need JavaScript').waitFor();
  },
  LIMIT_MS,
);
