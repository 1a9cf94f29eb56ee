import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const IN_MEMORY = '/dev/shm';
// A run of all tests was seen to hold a third of a gigabyte.
const ROOM_BYTES = 2 * 1024 ** 3;
const MEMORY_BYTES = 6 * 1024 ** 3;

/** Makes a folder for the data of a server that goes with its run: in memory, where that is plenty, else on the disk. A
 *  database is a thousand small files, made and taken away for every test file, and a file system of a disk searches the
 *  longer for a place for each the more of them went shortly before. */
export function makeDataFolder(prefix: string): string {
  return mkdtempSync(path.join(hasRoomInMemory() ? IN_MEMORY : tmpdir(), prefix));
}

function hasRoomInMemory(): boolean {
  try {
    accessSync(IN_MEMORY, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= ROOM_BYTES && process.availableMemory() >= MEMORY_BYTES;
  } catch {
    return false;
  }
}
