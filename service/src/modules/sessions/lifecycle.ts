type SessionStatus = 'open' | 'capturing' | 'completed';
export type SessionTrigger =
  'capture_begun' | 'capture_held_back' | 'capture_ended' | 'payment_taken' | 'instrument_saved';

type Row = readonly [from: SessionStatus, trigger: SessionTrigger, to: SessionStatus, event: null];

/** Every move of a session that is stored. Only a payment that was taken closes one, or the instrument that a session
 *  of amount 0 is for, whose saving goes by the same steps as a capture; expiry is judged when it matters
 *  and stored nowhere. The provider may tell of a payment before, or after, our own call began or ended. */
export const SESSION_MOVES: readonly Row[] = [
  ['open', 'capture_begun', 'capturing', null],
  ['open', 'capture_held_back', 'capturing', null],
  ['open', 'payment_taken', 'completed', null],
  ['capturing', 'capture_ended', 'open', null],
  ['capturing', 'payment_taken', 'completed', null],
  ['open', 'instrument_saved', 'completed', null],
  ['capturing', 'instrument_saved', 'completed', null],
];
