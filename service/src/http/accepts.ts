/** Whether a caller would rather have a table than JSON, by the header Accept. JSON is the answer to whoever names neither. */
export function prefersCsv(accept: string | undefined): boolean {
  return prefers('text/csv', accept);
}

/** Whether it is a person's browser that asks, which names pages before anything else. */
export function prefersHtml(accept: string | undefined): boolean {
  return prefers('text/html', accept);
}

function prefers(wanted: string, accept: string | undefined): boolean {
  const weights = new Map<string, number>();
  for (const part of (accept ?? '').toLowerCase().split(',')) {
    const [type = '', ...parameters] = part.split(';').map((text) => text.trim());
    const quality = parameters.find((parameter) => /^q\s*=/.test(parameter));
    const weight = quality === undefined ? 1 : Number(quality.split('=')[1]);
    weights.set(type, Number.isNaN(weight) ? 0 : weight);
  }
  return (weights.get(wanted) ?? 0) > (weights.get('application/json') ?? 0);
}
