import type axe from 'axe-core';
import type { FrameContextObject, PartialResult, RunOptions } from 'axe-core';
import { readFileSync } from 'node:fs';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium as playwright,
  type Frame,
  type Page,
  type Request,
} from 'playwright-core';
import { chromiumPath } from './chromium.fixture.ts';

export interface Look {
  width: number;
  height: number;
  colorScheme: 'light' | 'dark';
}

export const DESKTOP: Look = { width: 1180, height: 860, colorScheme: 'light' };
export const PHONE: Look = { width: 360, height: 780, colorScheme: 'dark' };

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--font-render-hinting=none',
  // A page lives for a second or two here: to make its scripts faster takes longer than they do.
  '--js-flags=--no-opt --no-maglev',
];

// What the rules are called where they run.
declare const window: { axe: typeof axe };

// Half as long as the one that is for readers, and as strict.
const RULES = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const HAS_RULES = 'typeof window.axe?.run === "function"';
const TABS_MAX = 60;
const NAME_OF_FOCUSED = `(() => {
  let element = document.activeElement;
  while (element.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  const name = element.getAttribute('aria-label') ?? element.labels?.[0]?.innerText ?? element.innerText ?? '';
  return name.trim();
})()`;

// Only ends what hangs: half of what a test has, so that it is told which of its waits that was.
const HUNG_MS = 90_000;

let started: Promise<Browser> | undefined;

/** The browser of this worker, which ends with it: whoever opens pages in it closes them, see `closePages`. */
export function startBrowser(): Promise<Browser> {
  return (started ??= launch());
}

/** Closes every page that was opened in the browser of this worker. */
export async function closePages(): Promise<void> {
  const browser = await started;
  for (const context of browser?.contexts() ?? []) await context.close();
}

// With processes of its own: the package's single process hangs when a window is closed.
async function launch(): Promise<Browser> {
  const browser = await playwright.launch({
    executablePath: await chromiumPath(),
    args: ARGUMENTS,
    headless: true,
    timeout: HUNG_MS,
  });
  return browser.on('context', (context) => context.setDefaultTimeout(HUNG_MS));
}

/** A page in a context of its own, which gathers what its console and its policy complained of. */
export async function openPage(
  browser: Browser,
  options: Partial<Look> & Omit<BrowserContextOptions, 'viewport'> = {},
): Promise<{ context: BrowserContext; page: Page; complaints: string[] }> {
  const { width, height, colorScheme, ...rest } = { ...DESKTOP, ...options };
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    locale: 'en-US',
    reducedMotion: 'reduce',
    ...rest,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`${error.name}: ${error.message}`));
  page.on('console', (message) => {
    // A refused call is told to the buyer; the browser's own line about it says nothing new.
    const isRefusedCall = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isRefusedCall) complaints.push(message.text());
  });
  return { context, page, complaints };
}

/** Listens to what is asked for out of a context. `strays` says afterwards, a sentence each, who was asked besides the service and
 *  its provider, who else than the service was told where the page is, and which cookies there are. */
export function overhear(
  context: BrowserContext,
  { service, provider }: { service: string; provider: string },
): { strays(): Promise<string[]> } {
  const heard: Request[] = [];
  context.on('request', (request) => heard.push(request));
  const originOf = (request: Request) => new URL(request.url()).origin;
  return {
    strays: async () => {
      const asked = heard.filter((request) => /^https?:/.test(request.url()));
      const others = asked.filter((request) => originOf(request) !== new URL(service).origin);
      const told = await Promise.all(
        others.map(async (request) => {
          const { referer = '' } = await request.allHeaders().catch(() => request.headers());
          return referer.startsWith(service) ? [`${request.url()} was told ${referer}`] : [];
        }),
      );
      const strangers = others.filter((request) => originOf(request) !== new URL(provider).origin);
      const cookies = await context.cookies();
      return [
        ...strangers.map((request) => `${request.url()} is a stranger's`),
        ...told.flat(),
        ...cookies.map(({ name }) => `there is a cookie, ${name}`),
      ];
    },
  };
}

/** Moves the focus on by the keyboard until it is on what is called so, also inside a tree of its own as the provider's
 *  buttons are, or in a frame of the page. */
export async function tabTo(page: Page, name: string | RegExp, frame = page.mainFrame()): Promise<void> {
  for (let nth = 0; nth < TABS_MAX; nth += 1) {
    await page.keyboard.press('Tab');
    const focused = await frame.evaluate<string>(NAME_OF_FOCUSED);
    if (typeof name === 'string' ? focused === name : name.test(focused)) return;
  }
  throw new Error(`no ${String(name)} is reached by the keyboard`);
}

/** By how much the page is wider than its window. */
export function sidewaysOf(page: Page): Promise<number> {
  return page
    .locator('body')
    .evaluate((body) => body.scrollWidth - body.ownerDocument.documentElement.clientWidth);
}

/** What an accessibility check by the rules of WCAG 2.2 AA finds, in the page and its frames, one sentence for each breach;
 *  `within` a part of it where one is named. */
export async function breaches(page: Page, within?: string): Promise<string[]> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  return breachesFoundBy(page, { type: 'tag', values: tags }, within);
}

/** What those rules find that judge how a page looks: of one whose colours have changed, and its borders with them, and
 *  nothing that it says. */
export async function breachesOfLook(page: Page): Promise<string[]> {
  const values = ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable'];
  return breachesFoundBy(page, { type: 'rule', values });
}

async function breachesFoundBy(page: Page, runOnly: RunOptions['runOnly'], within?: string) {
  const options: RunOptions = { resultTypes: ['violations'], runOnly };
  const whole: FrameContextObject = { include: [[within ?? ':root']], exclude: [] };
  const frame = page.mainFrame();
  await bringRules(frame);
  const inside = await judgedInside(frame, whole, options);
  // Told in the page: what holds in it is a hundred times as long as what does not, and would be carried here as well.
  return frame.evaluate(
    async ({ whole, inside, options }) => {
      const own = await window.axe.runPartial(whole, options);
      const { violations } = await window.axe.finishRun([own, ...inside], options);
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map((node) => `${id}: ${help} (${node.target.join(' ')}) ${node.failureSummary ?? ''}`),
      );
    },
    { whole, inside, options },
  );
}

// The package that does this for Playwright gives a frame a second, and on a busy machine leaves it out without a word.
async function judgedInside(
  frame: Frame,
  context: FrameContextObject,
  options: RunOptions,
): Promise<PartialResult[]> {
  if (frame.childFrames().length === 0) return [];
  const inside = await frame.evaluate((within) => window.axe.utils.getFrameContexts(within), context);
  const found: PartialResult[] = [];
  for (const { frameSelector, frameContext } of inside) {
    const element = await frame.evaluateHandle(
      (selector) => window.axe.utils.shadowSelect(selector),
      frameSelector,
    );
    const child: Frame | null = (await element.asElement()?.contentFrame()) ?? null;
    if (!child) throw new Error(`the frame at ${String(frameSelector)} went away while it was judged`);
    await bringRules(child);
    const own = await child.evaluate(({ context, options }) => window.axe.runPartial(context, options), {
      context: frameContext,
      options,
    });
    found.push(own, ...(await judgedInside(child, frameContext, options)));
  }
  return found;
}

// Half a megabyte is read once for a document and not for each question.
async function bringRules(frame: Frame): Promise<void> {
  if (!(await frame.evaluate<boolean>(HAS_RULES))) await frame.evaluate(RULES);
}
