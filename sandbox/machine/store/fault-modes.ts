/** The ways in which a call can go wrong on purpose, in the order in which they are offered: whether the fault strikes before
 *  what the call asks for is done or after it, and what that is to a person. */
export const FAULT_MODES = {
  refuse: { strikes: 'before', words: 'refused, nothing happens' },
  error: { strikes: 'before', words: 'a server error, nothing happens' },
  error_after_commit: { strikes: 'after', words: 'a server error, although it happened' },
  hang: { strikes: 'before', words: 'no answer, nothing happens' },
  hang_after_commit: { strikes: 'after', words: 'no answer, although it happened' },
  reset: { strikes: 'before', words: 'connection cut, nothing happens' },
  reset_after_commit: { strikes: 'after', words: 'connection cut, although it happened' },
  garbage: { strikes: 'after', words: '200 that is no JSON, although it happened' },
  delay: { strikes: 'after', words: 'the right answer, but late' },
} as const satisfies Readonly<Record<string, { strikes: 'before' | 'after'; words: string }>>;

export type FaultMode = keyof typeof FAULT_MODES;

export const FAULT_MODE_NAMES = Object.keys(FAULT_MODES) as FaultMode[];
