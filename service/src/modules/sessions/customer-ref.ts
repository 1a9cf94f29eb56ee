import { UnfitValue } from '../../refusals.ts';

const MAX = 255;

/** Checks the name of the customer whose instrument a session of amount 0 saves: by it the customer is charged later,
 *  so one that could not be charged is refused at once. Throws UnfitValue. Gap G41. */
export function checkCustomerRef(input: unknown): void {
  const unfit = (type: string, msg: string, ctx?: Record<string, number>) =>
    new UnfitValue([{ member: null, type, msg, input, ...(ctx && { ctx }) }]);
  if (input === undefined) return;
  if (typeof input !== 'string') throw unfit('string_type', 'Input should be a valid string');
  if (input.length === 0) {
    throw unfit('string_too_short', 'String should have at least 1 character', { min_length: 1 });
  }
  // By characters, as the charge counts them: a picture is one, and two units of a JavaScript string.
  if ([...input].length > MAX) {
    throw unfit('string_too_long', `String should have at most ${MAX} characters`, { max_length: MAX });
  }
}
