/** How long a whole call to a provider takes at most, from its beginning to the last byte of its answer. What waits for such a call, or
 *  takes it for over, goes by this. */
export const CALL_MS = 20_000;
