/** Whether a page is light or dark; `auto` is as the reader's device has it. */
export type Theme = 'auto' | 'light' | 'dark';

export const THEMES = ['auto', 'light', 'dark'] as const satisfies readonly Theme[];

const AS_THE_DEVICE = /@media \(prefers-color-scheme: dark\)/g;
const BOTH = /color-scheme: light dark\b/g;

/** The theme that an address names, for a frame in a page that is light or dark itself. */
export function themeOf(named: string | null): Theme {
  return named === 'light' || named === 'dark' ? named : 'auto';
}

/** A style sheet in one theme. */
export function themed(css: string, theme: Theme): string {
  if (theme === 'auto') return css;
  const condition = theme === 'dark' ? '@media all' : '@media not all';
  return css.replace(AS_THE_DEVICE, condition).replace(BOTH, `color-scheme: ${theme}`);
}

/** What an address has to name so that its page has the theme; `query` is what it names already. */
export function withTheme(query: string, theme: Theme): string {
  if (theme === 'auto') return query;
  return `${query === '' ? '?' : `${query}&`}theme=${theme}`;
}
