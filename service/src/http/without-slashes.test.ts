import { expect, it, test } from 'vitest';
import { withoutSlashes } from './without-slashes.ts';

test.each([
  ['/docs/', '/docs'],
  ['/docs///', '/docs'],
  ['//docs/a//b/', '//docs/a//b'],
  ['/docs', '/docs'],
  ['///', ''],
  ['', ''],
])('%s is %s without the slashes at its end', (path, meant) => {
  expect(withoutSlashes(path)).toBe(meant);
});

it('holds nobody up over slashes in the middle, however many there are', () => {
  const path = `${'/'.repeat(1_000_000)}docs`;
  expect(withoutSlashes(path) === path).toBe(true);
});
