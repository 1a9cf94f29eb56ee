import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

/** How long a scenario runs, and whether its figures are kept as JSON. */
export interface Run {
  rounds: number;
  seconds: number;
  isQuick: boolean;
  isKept: boolean;
  /** How many transactions the large database of `growth` holds; a million when left out. */
  rows?: number;
}

/** Pairs measured one after the other, so that a machine that slows down slows both. */
export interface Pair {
  ours: number;
  limit: number;
}

export interface Summary {
  ours: Spread;
  limit: Spread;
  ratio: Spread;
}

export interface Spread {
  min: number;
  median: number;
  max: number;
}

export function summarize(pairs: readonly Pair[]): Summary {
  return {
    ours: spread(pairs.map((pair) => pair.ours)),
    limit: spread(pairs.map((pair) => pair.limit)),
    ratio: spread(pairs.map((pair) => pair.ours / pair.limit)),
  };
}

export function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  return { min: sorted[0]!, median: sorted[Math.floor(sorted.length / 2)]!, max: sorted.at(-1)! };
}

/** The value that this share of the values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** A scenario's result as a person reads it. */
export function describe(name: string, limitName: string, bar: number, summary: Summary): string {
  const rate = ({ min, median, max }: Spread) => `${round(median)}/s (${round(min)} to ${round(max)})`;
  const { ratio } = summary;
  const verdict = ratio.median >= bar ? 'holds' : `short by ${(bar - ratio.median).toFixed(2)}`;
  return [
    name,
    `  ours   ${rate(summary.ours)}`,
    `  limit  ${rate(summary.limit)}   ${limitName}`,
    `  ratio  ${ratio.median.toFixed(2)} (${ratio.min.toFixed(2)} to ${ratio.max.toFixed(2)}), bar ${bar}: ${verdict}`,
  ].join('\n');
}

function round(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** Writes the figures of a scenario to `tests/bench/figures/`, with the machine they were measured on, when that was asked
 *  for. */
export async function keepFigures(run: Run, name: string, figures: object): Promise<void> {
  if (!run.isKept) return;
  const folder = fileURLToPath(new URL('./figures/', import.meta.url));
  await mkdir(folder, { recursive: true });
  const machine = { cores: cpus().length, gib: Math.round(totalmem() / 2 ** 30), node: process.version };
  const { rounds, seconds } = run;
  const kept = { machine, rounds, seconds, ...figures };
  await writeFile(`${folder}${name}.json`, `${JSON.stringify(kept, null, 2)}\n`);
}
