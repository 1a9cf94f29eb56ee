import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isGenuine } from '../../docs/webhooks/verify.ts';
import { SIGNATURE_FORM, signatureHeader, signedBefore, TIMESTAMP_FORM } from './signature.ts';

const CHECK = new URL('../../docs/webhooks/verify.ts', import.meta.url);
const SECRET = 'whsec_for_the_tests_only';
const BODY = '{"id":"evt_1"}';

const headerAt = (t: string): string => {
  const v1 = createHmac('sha256', SECRET)
    .update(signedBefore(t) + BODY)
    .digest('hex');
  return signatureHeader({ t, v1 });
};

test('the form is that of the check that receivers copy', () => {
  expect(readFileSync(CHECK, 'utf8')).toContain(`const FORM = /${SIGNATURE_FORM.source}/;`);
});

test.each([
  ['a time', '1767225605', true],
  ['twelve digits', '999999999999', true],
  ['thirteen digits', '0001767225605', false],
  ['a sign', '+1767225605', false],
  ['digits of another script', '١٧٦٧', false],
  ['no digits', '', false],
])('with %s as its second, a signature is of the form when the check takes it', (_what, t, fits) => {
  const header = headerAt(t);
  expect(isGenuine(Buffer.from(BODY), header, SECRET, Number(t))).toBe(fits);
  expect([SIGNATURE_FORM.test(header), TIMESTAMP_FORM.test(t)]).toEqual([fits, fits]);
});
