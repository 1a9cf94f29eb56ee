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

function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  return { min: sorted[0]!, median: sorted[Math.floor(sorted.length / 2)]!, max: sorted.at(-1)! };
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
