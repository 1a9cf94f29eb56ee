const BETWEEN_WORDS = /[ .]/;

/** What is said behind a name that is none: the one that was probably meant, else all that there are. */
export function insteadOf(said: string, names: readonly string[]): string {
  const meant = nearest(said, names);
  return meant === null ? `there are ${names.join(', ')}` : `did you mean "${meant}"?`;
}

/** The name that was probably meant by one that is none, by how few letters of each word have to be changed; null where none
 *  is near. */
export function nearest(said: string, names: readonly string[]): string | null {
  const words = said.split(BETWEEN_WORDS);
  const near = names
    .map((name) => ({ name, changes: changesOf(words, name.split(BETWEEN_WORDS)) }))
    .filter(({ changes }) => changes !== null)
    .sort((one, other) => one.changes! - other.changes!);
  return near[0]?.name ?? null;
}

// Null where a word is another one altogether.
function changesOf(said: readonly string[], words: readonly string[]): number | null {
  const changes = words.slice(0, said.length).map((word, at) => distance(said[at]!, word));
  const isNear = changes.every((number, at) => number <= Math.ceil(words[at]!.length / 3));
  return isNear ? changes.reduce((sum, number) => sum + number, 0) : null;
}

// After Levenshtein: letters put in, left out or put for another, from one row of the table to the next.
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [line, letter] of [...from].entries()) {
    const next = [line + 1];
    for (let at = 1; at <= to.length; at += 1) {
      const put = row[at - 1]! + (letter === to[at - 1] ? 0 : 1);
      next.push(Math.min(put, row[at]! + 1, next[at - 1]! + 1));
    }
    row = next;
  }
  return row.at(-1)!;
}
