import { describe, expect, it } from 'vitest';
import { IN_ENGLISH } from '../../../../web/sdk/words.ts';
import { CATALOGUES } from '../locales/catalogues.ts';
import { chooseLocale } from '../locales/choose.ts';
import type { SessionView } from '../state/page-state.ts';
import { sdkWords } from './sdk-words.ts';

const VIEW = {
  merchant_name: 'Corner Shop',
  amount: '48.5',
  currency: 'USD',
  vault_setup: false,
} as SessionView;
const NAMES = Object.keys(IN_ENGLISH.words).toSorted();
const OTHERS = Object.keys(CATALOGUES).filter((language) => language !== 'en');

describe('what a buyer reads on a page of a channel', () => {
  it('is in English what the files say themselves', () => {
    expect(sdkWords(VIEW, 'buttons', chooseLocale('en-GB', undefined)).words).toBe(null);
  });

  it.each(OTHERS)('is there in %s, word for word and with nothing left to put in', (language) => {
    for (const kit of ['buttons', 'fields', null]) {
      const said = sdkWords(VIEW, kit, chooseLocale(language, undefined));
      expect(said.language).toBe(language);
      expect(Object.keys(said.words!).toSorted()).toEqual(NAMES);
      const texts = Object.values(said.words!);
      expect(texts.filter((text) => text.trim() === '' || /[{}]/.test(text))).toEqual([]);
      const english: readonly string[] = Object.values(IN_ENGLISH.words);
      expect(texts.filter((text) => english.includes(text))).toEqual([]);
    }
  });
});
