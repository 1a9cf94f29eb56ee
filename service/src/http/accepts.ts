/** Whether a caller would rather have a table than JSON, by the header Accept. JSON is the answer to whoever names neither. */
export function prefersCsv(accept: string | undefined): boolean {
  const weights = new Map<string, number>();
  for (const part of (accept ?? '').toLowerCase().split(',')) {
    const [type = '', ...parameters] = part.split(';').map((text) => text.trim());
    const quality = parameters.find((parameter) => /^q\s*=/.test(parameter));
    const weight = quality === undefined ? 1 : Number(quality.split('=')[1]);
    weights.set(type, Number.isNaN(weight) ? 0 : weight);
  }
  return (weights.get('text/csv') ?? 0) > (weights.get('application/json') ?? 0);
}
