import { expect, test } from 'vitest';
import { readMobileNumber } from './phone.ts';

test.each([
  '(415) 555-0132',
  '415.555.0132',
  '415 555 0132',
  '4155550132',
  '1-415-555-0132',
  '+1 415 555 0132',
  '+1(415)5550132',
  '011 1 415 555 0132',
  ' 415-555-0132 ',
  '(+1) 415 555 0132',
  '+1·415·555·0132',
  '415\u2009555\u20090132',
  '415\t555\n0132',
  // An address book wraps what is copied from it in marks of direction.
  '\u202a+1 (415) 555-0132\u202c',
  'tel:+1-415-555-0132',
])('%s is a number of the United States in one writing of many', (written) => {
  expect(readMobileNumber(written, { isTest: false })).toBe('+14155550132');
});

test.each([
  ['416 555 0132', '+14165550132'],
  ['867-555-0132', '+18675550132'],
])('%s is one of Canada', (written, number) => {
  expect(readMobileNumber(written, { isTest: false })).toBe(number);
});

test.each([
  ['nothing', ''],
  ['a word', 'Jo'],
  ['a number among words', 'Call 415 555 0132'],
  ['too short a number', '555-0132'],
  ['too long a number', '415 555 01321'],
  ['an extension', '415 555 0132 x12'],
  ['an extension in its other writing', '+1 415 555 0132;ext=3'],
  ['an area code that is none', '+1 123 456 7890'],
  ['a number that is free of charge', '800 555 0132'],
  ['a number that costs', '900 555 1234'],
  ['a personal number', '500 555 0009'],
  ['an emergency', '911'],
  ['Jamaica', '+1 876 555 1234'],
  ['Puerto Rico', '787 555 1234'],
  ['Britain', '+44 7911 123456'],
])('%s is none that is texted to', (_what, written) => {
  expect(readMobileNumber(written, { isTest: false })).toBeNull();
});

test.each(['+15551234567', '(555) 123-4567', '555.555.0100'])(
  '%s is made up, and is good for a test',
  (written) => {
    expect(readMobileNumber(written, { isTest: false })).toBeNull();
    expect(readMobileNumber(written, { isTest: true })).toMatch(/^\+1555\d{7}$/);
  },
);

test.each(['800 555 0132', '+44 7911 123456', '555-0132', '(555) 123-4567 x12'])(
  '%s is none in a test either',
  (written) => {
    expect(readMobileNumber(written, { isTest: true })).toBeNull();
  },
);
