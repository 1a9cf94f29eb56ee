type Color = 'green' | 'red' | 'yellow' | 'dim';

const CODES: Readonly<Record<Color, string>> = { green: '32', red: '31', yellow: '33', dim: '2' };

const BAR_WIDTH = 30;
const TOLD_EVERY_MS = 5_000;

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

/** Rows below their headings, each column as wide as its widest cell. */
export function tableOf(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** What is known of one thing, a line for each name. */
export function factsOf(facts: readonly (readonly [name: string, value: string])[]): string {
  return tableOf(['', ''], facts).trimStart();
}
