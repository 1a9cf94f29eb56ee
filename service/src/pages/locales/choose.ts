import { CATALOGUES, type Language } from './catalogues.ts';
import type { Catalogue } from './catalogue.ts';
import { directionOf } from './direction.ts';

const HEADER_LENGTH_MAX = 1_000;
const WANTED_MAX = 20;
const TAG = /^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?$/i;
/** Languages by names that browsers know them by, too. */
const ALIASES: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb', iw: 'he' };

/** A language that the page is written in, and the manner in which its reader writes sums and times. */
export interface Locale {
  language: Language;
  direction: 'ltr' | 'rtl';
  /** The language with the reader's own region, such as `de-CH`. */
  format: string;
  words: Catalogue;
  /** What the address asked for and was found; to be said again in each address that leads back. */
  asked: string | null;
}

/** The language of a page: the one that its address names, else the first of the browser's that there is, else English. */
export function chooseLocale(asked: string | null, accepted: string | undefined): Locale {
  const named = asked === null ? null : localeOf(asked);
  if (named) return { ...named, asked: named.format };
  for (const tag of wanted(accepted ?? '')) {
    const locale = localeOf(tag);
    if (locale) return locale;
  }
  return ENGLISH;
}

export const ENGLISH: Locale = {
  language: 'en',
  direction: 'ltr',
  format: 'en',
  words: CATALOGUES.en,
  asked: null,
};

/** What is added to an address so that the page there speaks the language that was asked for. */
export function localeQuery({ asked }: Locale, mark: '?' | '&' = '?'): string {
  return asked === null ? '' : `${mark}locale=${asked}`;
}

function localeOf(tag: string): Locale | null {
  if (!TAG.test(tag)) return null;
  const [primary = ''] = tag.toLowerCase().split('-');
  const language = ALIASES[primary] ?? primary;
  if (!isLanguage(language)) return null;
  const [format = language] =
    primary in ALIASES ? [] : Intl.NumberFormat.supportedLocalesOf(tag, { localeMatcher: 'lookup' });
  return { language, direction: directionOf(language), format, words: CATALOGUES[language], asked: null };
}

function isLanguage(text: string): text is Language {
  return Object.hasOwn(CATALOGUES, text);
}

// The tags of an Accept-Language header, the most wanted first.
function wanted(header: string): string[] {
  return header
    .slice(0, HEADER_LENGTH_MAX)
    .split(',')
    .slice(0, WANTED_MAX)
    .map((one) => {
      const [tag = '', ...options] = one.split(';').map((part) => part.trim());
      const weight = options.find((option) => option.startsWith('q='))?.slice(2) ?? '1';
      return { tag, weight: Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}
