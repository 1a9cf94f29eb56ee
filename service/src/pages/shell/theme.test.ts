import { expect, it } from 'vitest';
import { themed, themeOf, withTheme } from './theme.ts';

const CSS =
  ':root { color-scheme: light dark; --ink: black }\n@media (prefers-color-scheme: dark) { :root { --ink: white } }';

it.each([
  ['light', ':root { color-scheme: light; --ink: black }\n@media not all { :root { --ink: white } }'],
  ['dark', ':root { color-scheme: dark; --ink: black }\n@media all { :root { --ink: white } }'],
  ['auto', CSS],
] as const)('a style sheet that is %s', (theme, css) => {
  expect(themed(CSS, theme)).toBe(css);
});

it.each([
  ['light', 'light'],
  ['dark', 'dark'],
  ['auto', 'auto'],
  [null, 'auto'],
  ['"><script>', 'auto'],
])('an address that names %j means %s', (named, theme) => {
  expect(themeOf(named)).toBe(theme);
});

it('an address names it beside whatever else it names', () => {
  expect(withTheme('', 'auto')).toBe('');
  expect(withTheme('', 'dark')).toBe('?theme=dark');
  expect(withTheme('?locale=de', 'light')).toBe('?locale=de&theme=light');
});
