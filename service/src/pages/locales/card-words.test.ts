import { expect, it } from 'vitest';
import { CATALOGUES } from './catalogues.ts';
import { CARD_ROWS } from './card-words.ts';

it('the fields of a card speak every language of the page, none of them in another’s words', () => {
  expect(Object.keys(CARD_ROWS).toSorted()).toEqual(Object.keys(CATALOGUES).toSorted());
  for (const [language, row] of Object.entries(CARD_ROWS)) {
    expect(
      row.every((text) => text.trim() === text && text !== ''),
      language,
    ).toBe(true);
    expect(row[4], language).toContain('{amount}');
    expect(
      row.filter((text) => text.includes('{')),
      language,
    ).toHaveLength(1);
    const sentences = Object.entries(CARD_ROWS).filter(([other]) => other !== language);
    for (const [other, texts] of sentences)
      expect(texts.at(-1), `${language} and ${other}`).not.toBe(row.at(-1));
  }
});
