const PER_ROUND_MS = 60_000;
const SHORT_MS = 180_000;

/** How often a race is run: a few times among the tests, and as often as FAULT_ROUNDS says in a long run. */
export function roundsOf(short: number): number {
  const asked = Number(process.env.FAULT_ROUNDS ?? short);
  if (!Number.isSafeInteger(asked) || asked < 1) throw new RangeError('FAULT_ROUNDS takes a whole number');
  return asked;
}

/** What a test of that many rounds is given before it counts as hanging. */
export function timeoutOf(rounds: number): number {
  return Math.max(SHORT_MS, rounds * PER_ROUND_MS);
}

/** The body of a race, run so many times. */
export function repeated(rounds: number, body: (round: number) => Promise<void>): () => Promise<void> {
  return async () => {
    for (let round = 0; round < rounds; round += 1) await body(round);
  };
}
