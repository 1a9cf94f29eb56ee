/** The text within the limit of a provider's, on one line and never cut inside a character; null when nothing is
 *  left. */
export function shorten(text: string | null | undefined, max: number): string | null {
  // eslint-disable-next-line no-control-regex -- exactly these are what the provider refuses
  const line = (text ?? '').replace(/[\u0000-\u001f\u007f]+/g, ' ').trim();
  const cut =
    line.length <= max
      ? line
      : line
          .slice(0, max)
          .replace(/[\ud800-\udbff]$/, '')
          .trimEnd();
  return cut === '' ? null : cut;
}
