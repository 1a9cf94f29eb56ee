import { InvalidFields } from '../../refusals.ts';

const MAX = 255;
const LOC = ['body', 'metadata', 'customer_ref'];

/** Checks the name of the customer whose instrument a session of amount 0 saves: by it the customer is charged later,
 *  so one that could not be charged is refused with 422 at once. Gap G41. */
export function checkCustomerRef(metadata: Readonly<Record<string, unknown>> | undefined): void {
  const input = metadata?.['customer_ref'];
  if (input === undefined) return;
  if (typeof input !== 'string') {
    throw new InvalidFields([
      { type: 'string_type', loc: LOC, msg: 'Input should be a valid string', input },
    ]);
  }
  if (input.length === 0) {
    const ctx = { min_length: 1 };
    const msg = 'String should have at least 1 character';
    throw new InvalidFields([{ type: 'string_too_short', loc: LOC, msg, input, ctx }]);
  }
  // By characters, as the charge counts them: a picture is one, and two units of a JavaScript string.
  if ([...input].length > MAX) {
    const ctx = { max_length: MAX };
    const msg = `String should have at most ${MAX} characters`;
    throw new InvalidFields([{ type: 'string_too_long', loc: LOC, msg, input, ctx }]);
  }
}
