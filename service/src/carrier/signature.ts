import { createHmac, timingSafeEqual } from 'node:crypto';

export const SIGNATURE_HEADER = 'x-twilio-signature';

/** Whether the carrier signed a form that it posted to an address: with the account's token, over the address and every
 *  parameter behind it, in the order of their names. */
export function isSigned(
  token: string,
  told: { url: string; signature: string; parameters: URLSearchParams },
): boolean {
  const sorted = [...told.parameters].toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
  const expected = createHmac('sha1', token)
    .update(told.url + sorted.flat().join(''))
    .digest();
  const given = Buffer.from(told.signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
