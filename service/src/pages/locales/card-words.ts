import type { Language } from './catalogues.ts';
import type { CardRow } from './card-row.ts';
import { FIRST_CARD_ROWS } from './card-rows-first.ts';
import { LAST_CARD_ROWS } from './card-rows-last.ts';

/** What stands around the fields of a card. `pay` has the amount in it; members in two words are those of the page's script. */
interface CardWords {
  form: string;
  number: string;
  expiry: string;
  code: string;
  pay: string;
  checkNumber: string;
  checkExpiry: string;
  checkCode: string;
  checkName: string;
  notAccepted: string;
  enterAgain: string;
  failed: string;
  load_again: string;
  needs_script: string;
}

export const CARD_ROWS: Readonly<Record<Language, CardRow>> = { ...FIRST_CARD_ROWS, ...LAST_CARD_ROWS };

/** Those words in the page's language. */
export function cardWords(language: Language): CardWords {
  const [
    form,
    number,
    expiry,
    code,
    pay,
    checkNumber,
    checkExpiry,
    checkCode,
    checkName,
    notAccepted,
    enterAgain,
    failed,
    load_again,
    needs_script,
  ] = CARD_ROWS[language];
  const problems = { checkNumber, checkExpiry, checkCode, checkName, notAccepted };
  return { form, number, expiry, code, pay, ...problems, enterAgain, failed, load_again, needs_script };
}
