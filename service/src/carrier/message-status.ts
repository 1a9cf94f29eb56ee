/** What a status that the carrier told says of its message. */
interface MessageStanding {
  /** A message does not go back by one; of two statuses of one step, that holds which is told last. */
  step: number;
  /** It did not reach its phone, and will not. */
  is_undelivered: boolean;
}

// What the carrier tells of a message, in the order in which it comes to be.
const STANDINGS: ReadonlyMap<string, MessageStanding> = new Map([
  ['accepted', { step: 0, is_undelivered: false }],
  ['scheduled', { step: 0, is_undelivered: false }],
  ['queued', { step: 1, is_undelivered: false }],
  ['sending', { step: 2, is_undelivered: false }],
  ['sent', { step: 3, is_undelivered: false }],
  ['delivered', { step: 4, is_undelivered: false }],
  ['undelivered', { step: 4, is_undelivered: true }],
  ['failed', { step: 4, is_undelivered: true }],
  ['canceled', { step: 4, is_undelivered: false }],
  ['read', { step: 5, is_undelivered: false }],
]);
const OF_NO_KNOWN_WORD: MessageStanding = { step: 0, is_undelivered: false };

/** How a message stands by the carrier's word of it, as it was told and is kept. A word that is not known is of the first step,
 *  so that it takes the place of none that says more. */
export function standingOf(status: string): MessageStanding {
  return STANDINGS.get(status) ?? OF_NO_KNOWN_WORD;
}
