// What a program for tables would take for a formula, also where it first takes away white space and what does not show.
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20]|^[\t\r\n]/u;

/** A cell of a table: null is an empty one. Numbers and decimals of our own stand as they are, also below zero; a text from
 *  outside may be anything. */
export type Cell = string | number | { decimal: string } | null;

/** One line of a CSV as RFC 4180 has it. A text that a program for tables would calculate is put behind an apostrophe. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'object') return cell.decimal;
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
