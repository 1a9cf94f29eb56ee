import { afterEach, expect, it } from 'vitest';
import { breaches, closePages, contrastBreaches, openPage, startBrowser } from './browser.fixture.ts';

// What the pages' tests rely on: that it finds what is there to be found, however often a page is asked and wherever it is.

afterEach(closePages);

const PALE = '<p style="color: #eee; background: #fff">A pale sentence</p>';
const namesOf = (found: readonly string[]) => found.map((breach) => breach.split(':')[0]);

it('finds what a page has come to show since it was asked before', async () => {
  const { page } = await openPage(await startBrowser());
  await page.setContent(`<main><h1>A heading</h1></main>`);
  expect(namesOf(await breaches(page))).not.toContain('color-contrast');
  await page.locator('main').evaluate((main, pale) => main.insertAdjacentHTML('beforeend', pale), PALE);
  expect(namesOf(await breaches(page))).toContain('color-contrast');
  expect(namesOf(await contrastBreaches(page))).toEqual(['color-contrast']);
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
