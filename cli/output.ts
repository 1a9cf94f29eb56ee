type Color = 'green' | 'red' | 'yellow' | 'dim';

const CODES: Readonly<Record<Color, string>> = { green: '32', red: '31', yellow: '33', dim: '2' };

/** Where a command writes. Results go to stdout, as text or with `--json` as one line of JSON each;
 *  everything that only accompanies the work goes to stderr. */
export interface Output {
  readonly isJson: boolean;
  /** One result: `record` is the line of JSON, `text` what a person reads. */
  result(record: object, text: string): void;
  /** Progress and advice; nothing that a script would want. */
  note(text: string): void;
  paint(color: Color, text: string): string;
}

/** The output of this process. NO_COLOR, or a stdout that is no terminal, leaves colours out. */
export function processOutput(isJson: boolean): Output {
  const isColored = !isJson && process.stdout.isTTY && !process.env['NO_COLOR'];
  return {
    isJson,
    result: (record, text) => void process.stdout.write(`${isJson ? JSON.stringify(record) : text}\n`),
    note: (text) => void process.stderr.write(`${text}\n`),
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
