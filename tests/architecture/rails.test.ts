import { describe, expect, test } from 'vitest';
import { RAIL_KINDS } from '../../service/src/rails/kinds.ts';
import type { Traits } from '../../service/src/rails/rail.ts';

// What is decided by a rail is decided by its traits. A trait is what any provider can be asked, and what another one may answer
// alike; what is true of one provider because it is that provider would be its name again. A new trait brings its question.
const QUESTIONS: Readonly<Record<keyof Traits, string>> = {
  seller: 'How does a merchant come by an account with you?',
  platform_fee: 'Do you part a fee of the platform’s from a payment?',
  approval: 'Where does a buyer agree?',
  begins: 'Who makes a payment at your side, we or the buyer’s browser?',
  credential: 'What does a page need to bring your script in?',
  names_refunds: 'Does a refund that you show bear the id that we gave it?',
  fees_told: 'When do you say what you kept of a payment?',
  times_told: 'Where do you say when you did what you were asked for?',
  quiet_seconds: 'How long may what you did not show yet still turn up?',
  repeat_hours: 'For how long do you answer an id that you have seen as at first?',
};
// What providers call their own: here each has another answer. Elsewhere at least two of them agree.
const EACH_ITS_OWN = ['credential', 'fees_told', 'repeat_hours'];
const NAMES = /ppcp|paypal|gravy|gr4vy|nmi|wallet|gateway|provider|rail/i;

const traits = Object.keys(QUESTIONS) as (keyof Traits)[];
const answersTo = (trait: keyof Traits) => RAIL_KINDS.map((kind) => kind.traits[trait]);

describe('a trait of a rail', () => {
  test('is a question that every rail answers', () => {
    for (const kind of RAIL_KINDS) expect(Object.keys(kind.traits).toSorted()).toEqual(traits.toSorted());
  });

  test.each(traits)('names nobody: %s', (trait) => {
    expect(`${trait} ${JSON.stringify(answersTo(trait))}`).not.toMatch(NAMES);
  });

  test.each(traits)('is no flag of one rail alone: %s', (trait) => {
    const flags = answersTo(trait).filter((answer) => typeof answer === 'boolean');
    expect(flags.filter(Boolean).length).not.toBe(1);
  });

  test('parts the rails one by one only where that is what providers say', () => {
    const apart = traits.filter((trait) => {
      const told = new Set(answersTo(trait).map((answer) => JSON.stringify(answer)));
      return told.size === RAIL_KINDS.length;
    });
    expect(apart).toEqual(EACH_ITS_OWN);
  });
});
