type Color = 'green' | 'red' | 'yellow' | 'dim';

const CODES: Readonly<Record<Color, string>> = { green: '32', red: '31', yellow: '33', dim: '2' };

const BAR_WIDTH = 30;
const TOLD_EVERY_MS = 5_000;
const GAP = '  ';

/** A bar of which `share`, of 0 to 1, is full. */
export function barOf(share: number): string {
  const filled = Math.floor(share * BAR_WIDTH);
  return '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
}

/** Where a command writes. Results go to stdout, as text or with `--json` as one line of JSON each;
 *  everything that only accompanies the work goes to stderr. */
export interface Output {
  readonly isJson: boolean;
  /** One result: `record` is the line of JSON, `text` what a person reads. */
  result(record: object, text: string): void;
  /** Advice; nothing that a script would want. */
  note(text: string): void;
  /** How far the work is, on stderr: on a terminal a line that is written anew, elsewhere one now and then, and for a program
   *  each time a line of JSON. */
  progress(record: object, text: string): void;
  /** The end of what `progress` told. */
  progressed(): void;
  paint(color: Color, text: string): string;
}

/** The output of this process. NO_COLOR, or a stdout that is no terminal, leaves colours out. */
export function processOutput(isJson: boolean): Output {
  const isColored = !isJson && process.stdout.isTTY && !process.env['NO_COLOR'];
  const isWatched = !isJson && process.stderr.isTTY;
  let toldMs = -Infinity;
  return {
    isJson,
    result: (record, text) => void process.stdout.write(`${isJson ? JSON.stringify(record) : text}\n`),
    note: (text) => void process.stderr.write(`${text}\n`),
    progress: (record, text) => {
      if (isWatched) return void process.stderr.write(`\r${text}\u001b[K`);
      const now = performance.now();
      if (!isJson && now - toldMs < TOLD_EVERY_MS) return;
      toldMs = now;
      process.stderr.write(`${isJson ? JSON.stringify(record) : text}\n`);
    },
    progressed: () => void (isWatched && process.stderr.write('\r\u001b[K')),
    paint: (color, text) => (isColored ? `\u001b[${CODES[color]}m${text}\u001b[0m` : text),
  };
}

/** How many characters a line has for whoever looks: those of the terminal, and any number where nobody does. */
export function terminalColumns(): number {
  return (process.stdout.isTTY && process.stdout.columns) || Infinity;
}

/** Rows below their headings, each column as wide as its widest cell. What a line has no room for goes on in the
 *  next, heading and rows alike, so that every cell stays whole and stands below its heading. */
export function tableOf(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  roomFor = terminalColumns(),
): string {
  const all = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const starts = lineStarts(widths, roomFor);
  const linesOf = (row: readonly string[]) =>
    starts.map((start, line) =>
      row
        .slice(start, starts[line + 1])
        .map((cell, place) => cell.padEnd(widths[start + place]!))
        .join(GAP),
    );
  return all
    .flatMap((row) => linesOf(row).map((line, place) => `${place > 0 ? GAP : ''}${line}`.trimEnd()))
    .join('\n');
}

// With which column each line of a row begins.
function lineStarts(widths: readonly number[], roomFor: number): number[] {
  const starts = [0];
  let end = -GAP.length;
  for (const [column, width] of widths.entries()) {
    end += GAP.length + width;
    if (end <= roomFor || starts.at(-1) === column) continue;
    starts.push(column);
    end = GAP.length + width;
  }
  return starts;
}

/** What is known of one thing, a line for each name. */
export function factsOf(facts: readonly (readonly [name: string, value: string])[]): string {
  return tableOf(['', ''], facts, Infinity).trimStart();
}
