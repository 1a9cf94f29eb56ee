import { describe, expect, it } from 'vitest';
import type { Plural } from './catalogue.ts';
import { CATALOGUES } from './catalogues.ts';

const COUNTS = Array.from({ length: 101 }, (_, count) => count);
const PLACE = /\{[^}]*\}/g;

/** Every sentence with where it stands. Plural forms are judged apart. */
function sentences(words: object, above = ''): [string, string][] {
  return Object.entries(words).flatMap(([name, within]): [string, string][] => {
    const path = above === '' ? name : `${above}.${name}`;
    if (path === 'summary.items') return [];
    return typeof within === 'string' ? [[path, within]] : sentences(within as object, path);
  });
}

const placesOf = (sentence: string) => [...new Set(sentence.match(PLACE))].toSorted();
const english = Object.fromEntries(sentences(CATALOGUES.en));

describe.each(Object.entries(CATALOGUES))('the catalogue %s', (language, words) => {
  it('puts in what English puts in, and no less', () => {
    for (const [path, sentence] of sentences(words)) {
      expect([path, placesOf(sentence)]).toEqual([path, placesOf(english[path]!)]);
    }
  });

  it('says something wherever English does, without stray space or straight marks of a template', () => {
    for (const [path, sentence] of sentences(words)) {
      expect([path, sentence === '']).toEqual([path, english[path] === '']);
      expect([path, sentence]).toEqual([path, sentence.trim().replace(/ {2,}/g, ' ')]);
      expect(sentence, path).not.toMatch(/[<>`$\\]|\.\.\./);
    }
  });

  it('names the shop once where only its name is seen', () => {
    for (const sentence of [words.summary.pay, words.summary.save]) {
      expect(sentence.split('{merchant}'), sentence).toHaveLength(2);
    }
  });

  it('has the sum on the button of a card and in nothing else around its fields', () => {
    for (const [name, text] of Object.entries(words.card)) {
      expect([name, placesOf(text)]).toEqual([name, name === 'pay' ? ['{amount}'] : []]);
    }
  });

  it('has the plural form of every count and no other', () => {
    const rules = new Intl.PluralRules(language);
    const needed = new Set([...COUNTS.map((count) => rules.select(count)), 'other']);
    const items: Plural = words.summary.items;
    expect(new Set(Object.keys(items))).toEqual(needed);
    for (const [form, text] of Object.entries(items)) {
      // What is one or two may be said by the word alone.
      if (form !== 'one' && form !== 'two') expect(placesOf(text), form).toEqual(['{count}']);
    }
  });

  it('says the same sentence of no two states', () => {
    const texts = Object.values(words.paying).map(({ text }) => text);
    expect(new Set(texts).size).toBe(texts.length);
  });
});

it('no language but English repeats its sentences', () => {
  for (const [language, words] of Object.entries(CATALOGUES)) {
    if (language === 'en') continue;
    const same = sentences(words).filter(([path, text]) => text.includes(' ') && text === english[path]);
    expect([language, same]).toEqual([language, []]);
  }
});

it('no two languages say in the same words that the fields of a card need a script', () => {
  const said = Object.values(CATALOGUES).map(({ card }) => card.needs_script);
  expect(new Set(said).size).toBe(said.length);
});
