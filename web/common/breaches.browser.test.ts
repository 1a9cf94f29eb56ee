import { afterEach, expect, it } from 'vitest';
import { breaches, breachesOfLook, closePages, openPage, startBrowser } from './browser.fixture.ts';

// What the pages' tests rely on: that it finds what is there to be found, however often a page is asked and wherever it is.

afterEach(closePages);

const PALE = '<p style="color: #eee; background: #fff">A pale sentence</p>';
const LINK =
  '<p>Some words before <a href="#a" style="text-decoration: none; color: #111">a link</a> and some behind it</p>';
const BUTTON = '<button style="width: 9px; height: 9px; padding: 0; border: 0" aria-label="A"></button>';
const SMALL = `<div style="font-size: 0">${BUTTON}${BUTTON}</div>`;
const namesOf = (found: readonly string[]) => found.map((breach) => breach.split(':')[0]);

it('finds what a page has come to show since it was asked before', async () => {
  const { page } = await openPage(await startBrowser());
  await page.setContent(`<main><h1>A heading</h1></main>`);
  expect(namesOf(await breaches(page))).not.toContain('color-contrast');
  await page.locator('main').evaluate((main, pale) => main.insertAdjacentHTML('beforeend', pale), PALE);
  expect(namesOf(await breaches(page))).toContain('color-contrast');
  expect(namesOf(await breachesOfLook(page))).toEqual(['color-contrast']);
});

it('finds what stands in a frame', async () => {
  const { page } = await openPage(await startBrowser());
  await page.setContent(`<main><iframe title="Fields" srcdoc='<img src="data:,">'></iframe></main>`);
  // A frame begins with an empty page, which has loaded before what it shows is there.
  await page.frameLocator('iframe').locator('img').waitFor({ state: 'attached' });
  expect(namesOf(await breaches(page))).toContain('image-alt');
});

it('finds what stands in a frame of a frame', async () => {
  const { page } = await openPage(await startBrowser());
  const inner = '<img src=data:,>';
  await page.setContent(
    `<main><iframe title="A" srcdoc='<iframe title="B" srcdoc="${inner}"></iframe>'></iframe></main>`,
  );
  const innermost = page.frameLocator('iframe').frameLocator('iframe');
  await innermost.locator('img').waitFor({ state: 'attached' });
  expect(namesOf(await breaches(page))).toContain('image-alt');
});

it.each([
  ['a link that only its colour tells from its sentence', 'link-in-text-block', LINK],
  ['what is too small to be pressed', 'target-size', SMALL],
])('finds by its look alone %s', async (_what, rule, content) => {
  const { page } = await openPage(await startBrowser());
  await page.setContent(`<main><h1>A heading</h1>${content}</main>`);
  expect(namesOf(await breaches(page))).toContain(rule);
  expect(namesOf(await breachesOfLook(page))).toContain(rule);
});
