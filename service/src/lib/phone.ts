import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

const COUNTRIES: ReadonlySet<string> = new Set(['US', 'CA']);
// In these two countries most numbers do not tell what kind of line they lead to.
const MAY_BE_MOBILE: ReadonlySet<string> = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE']);
// What is copied from an address book or a page comes with these, and the library reads none of them.
const UNSEEN = /\p{Cf}+/gu;
const BETWEEN = /[\s·]+/gu;
const SCHEME = /^tel:/i;
const COUNTRY_IN_BRACKETS = /^\(\+1\)/;

// The area code of numbers that are made up; nobody has it.
const MADE_UP = /^\+1555\d{7}$/;

/** A mobile number of the United States or Canada in any usual writing, as `+1…`; null for anything else, a number with an
 *  extension included. In a test environment made-up ones of area code 555 are mobile too. */
export function readMobileNumber(text: string, of: { isTest: boolean }): string | null {
  const written = text.replace(UNSEEN, '').replace(BETWEEN, ' ').trim();
  const number = written.replace(SCHEME, '').trimStart().replace(COUNTRY_IN_BRACKETS, '+1');
  const found = parsePhoneNumberFromString(number, { defaultCountry: 'US', extract: false });
  if (!found || found.ext !== undefined) return null;
  if (of.isTest && MADE_UP.test(found.number)) return found.number;
  if (!found.isValid()) return null;
  const isMobile = COUNTRIES.has(found.country ?? '') && MAY_BE_MOBILE.has(found.getType() ?? '');
  return isMobile ? found.number : null;
}
