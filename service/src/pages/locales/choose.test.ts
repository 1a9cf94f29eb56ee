import { describe, expect, it } from 'vitest';
import { chooseLocale, localeQuery } from './choose.ts';

describe('the language of a page', () => {
  it.each([
    [undefined, 'en', 'en'],
    ['', 'en', 'en'],
    ['*', 'en', 'en'],
    ['de', 'de', 'de'],
    ['de-CH,de;q=0.9,en;q=0.8', 'de', 'de-CH'],
    ['xx,fr-CA;q=0.4,de;q=0.7', 'de', 'de'],
    ['de;q=0,fr', 'fr', 'fr'],
    ['en-GB', 'en', 'en-GB'],
    ['DE-at', 'de', 'de-AT'],
    ['tlh, <script>, ../../etc, fr', 'fr', 'fr'],
    ['constructor,__proto__,toString', 'en', 'en'],
    [`${'xx,'.repeat(5_000)}de`, 'en', 'en'],
  ])('for a browser that accepts %j is %s, with sums and times as in %s', (accepted, language, format) => {
    expect(chooseLocale(null, accepted)).toMatchObject({ language, format, asked: null });
  });

  it('is what its address asks for, whatever the browser accepts, and is asked for again further on', () => {
    const locale = chooseLocale('fr-CA', 'de');
    expect(locale).toMatchObject({ language: 'fr', format: 'fr-CA' });
    expect(localeQuery(locale)).toBe('?locale=fr-CA');
    expect(localeQuery(locale, '&')).toBe('&locale=fr-CA');
  });

  it.each(['', 'xx', 'de"><script>', 'de&token=1', 'en-', 'x'.repeat(1_000)])(
    'is the browser’s where its address asks for %j',
    (asked) => {
      const locale = chooseLocale(asked, 'de');
      expect(locale).toMatchObject({ language: 'de', asked: null });
      expect(localeQuery(locale)).toBe('');
    },
  );
});
