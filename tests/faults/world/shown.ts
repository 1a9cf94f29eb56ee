const SHOWN_MAX = 20;

/** Tells whoever started the run. */
export function say(line: string): void {
  console.log(line);
}

/** A line of a table: its name and its figures. */
export function row(name: string, ...cells: string[]): string {
  return name.padEnd(42) + cells.map((cell) => cell.padStart(12)).join('');
}

/** What did not hold, the first twenty of it. */
export function showBreaches(breaches: readonly string[]): void {
  for (const breach of breaches.slice(0, SHOWN_MAX)) say(`  ! ${breach}`);
}
