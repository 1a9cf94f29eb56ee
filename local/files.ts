import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The text of a file, or null when there is no such file. */
export async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Writes a file that only we may read, whole or not at all, also when we are killed meanwhile. */
export async function writePrivate(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(draft, text, { mode: 0o600, flush: true });
  await rename(draft, file);
}

/** The secret that `file` keeps; at the first call it is made by `make` and kept, readable by us only. */
export async function keptSecret(file: string, make: () => string): Promise<string> {
  const kept = (await readIfThere(file))?.trim();
  if (kept) return kept;
  const made = make();
  await writePrivate(file, `${made}\n`);
  return made;
}
