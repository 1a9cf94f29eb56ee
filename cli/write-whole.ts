import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { UsageError } from './command.ts';

/** Writes a file whole or not at all: under its name stands what `write` has written, or what stood there before. What is no file,
 *  such as a device or a pipe, is written to and stays what it is. */
export async function writeWhole<T>(name: string, write: (file: FileHandle) => Promise<T>): Promise<T> {
  if (await isOtherThanFile(name)) return writeInto(name, write);
  const draft = `${name}.part`;
  const file = await open(draft, 'w', 0o600).catch((error: NodeJS.ErrnoException) => refuse(name, error));
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

function refuse(name: string, { code }: NodeJS.ErrnoException): never {
  throw new UsageError(`${name} cannot be written: ${code}`);
}

async function isOtherThanFile(name: string): Promise<boolean> {
  const found = await stat(name).catch(() => null);
  return found !== null && !found.isFile();
}

async function writeInto<T>(name: string, write: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(name, 'w').catch((error: NodeJS.ErrnoException) => refuse(name, error));
  try {
    return await write(file);
  } finally {
    await file.close();
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
