import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { exampleDelivery } from '../service/src/contract/webhook-events.ts';
import { EVENT_TYPES } from '../wire/events/registry.ts';
import { isLaunched } from './is-launched.ts';

// `npm run events` writes docs/events/<type>.json from the registry of events: the exact bytes of a
// delivery's body, without a line break at the end, so that a receiver's tests may sign and post them as they are. A
// test compares the files.

export const FOLDER = new URL('../docs/events/', import.meta.url);

/** The golden files by name. */
export function goldenFiles(): Map<string, string> {
  return new Map(EVENT_TYPES.map((type) => [`${type}.json`, exampleDelivery(type)]));
}

async function writeGoldenFiles(): Promise<void> {
  const files = goldenFiles();
  await mkdir(FOLDER, { recursive: true });
  const left = (await readdir(FOLDER)).filter((name) => !files.has(name));
  for (const name of left) await rm(new URL(name, FOLDER));
  for (const [name, text] of files) await writeFile(new URL(name, FOLDER), text);
}

if (isLaunched(import.meta.url)) await writeGoldenFiles();
