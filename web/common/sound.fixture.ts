import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { breaches } from './browser.fixture.ts';

/** Nothing was complained of, and nobody is kept out. */
export async function expectSound(page: Page, complaints: readonly string[]): Promise<void> {
  expect(complaints).toEqual([]);
  expect(await breaches(page)).toEqual([]);
}
