/** What comes by stdin, up to so many bytes; null when it is more. */
export async function readStdin(maxBytes: number): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of process.stdin as AsyncIterable<Buffer>) {
    parts.push(part);
    bytes += part.length;
    if (bytes > maxBytes) return null;
  }
  return Buffer.concat(parts);
}
