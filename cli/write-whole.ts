import { type FileHandle, open, rename, rm } from 'node:fs/promises';

/** Writes a file whole or not at all: under its name stands what `write` has written, or what stood there before. */
export async function writeWhole<T>(name: string, write: (file: FileHandle) => Promise<T>): Promise<T> {
  const draft = `${name}.part`;
  const file = await open(draft, 'w', 0o600);
  try {
    const written = await write(file);
    await file.close();
    await rename(draft, name);
    return written;
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(draft, { force: true });
    throw error;
  }
}

/** Writes piece after piece, and answers how many bytes that were. */
export async function writePieces(
  file: FileHandle,
  pieces: AsyncIterable<Uint8Array | string>,
): Promise<number> {
  let bytes = 0;
  for await (const piece of pieces) {
    await file.appendFile(piece);
    bytes += Buffer.byteLength(piece);
  }
  return bytes;
}
