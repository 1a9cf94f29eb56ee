/** One way from a state to the next, and the event that tells of it. */
type Move<S extends string, T extends string> = readonly [from: S, trigger: T, to: S, event: string | null];

/** Where a trigger leads and the states it leads there from, for a statement that moves a row only if it is in one of
 *  them. Throws for a trigger that the table does not lead to one state. */
export function wayOf<S extends string, T extends string>(
  moves: readonly Move<S, T>[],
  trigger: T,
): { from: S[]; to: S } {
  const rows = moves.filter((move) => move[1] === trigger);
  const [first] = rows;
  if (!first || rows.some((row) => row[2] !== first[2])) throw new Error(`${trigger} has no one way`);
  return { from: rows.map((row) => row[0]), to: first[2] };
}
