let areAsserted = false;

/** From here on a time that is too long is a breach: in the long form, which has its machine to itself. Among the tests,
 *  which share theirs with others, what is waited for has to come, however late. */
export function assertTimes(): void {
  areAsserted = true;
}

/** Whether something took longer than it may; what never came did, anywhere. */
export function isLate(ms: number, limitMs: number): boolean {
  return ms === Infinity || (areAsserted && ms > limitMs);
}
