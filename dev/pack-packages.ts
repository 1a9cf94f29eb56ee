import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { packedFolder, versionAt } from '../bin/imports.mjs';
import { ROOT } from '../bin/launch.mjs';
import { isLaunched } from './is-launched.ts';

/** What is imported of the packages that are many small modules, and look for no file of their own. */
export const PACKED = ['typebox', 'kysely', 'jose', 'libphonenumber-js/max', 'fast-xml-parser'];

const PLACE_OF_PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;

/** Puts the modules behind each import into one file, which a start finds by the record that is written last. */
export async function packPackages(root: string, imported: readonly string[]): Promise<void> {
  const { chunks, places } = await bundle(root, imported);
  const hash = createHash('sha256');
  for (const { fileName, code } of chunks) hash.update(`${fileName}\n${code}\n`);
  // Of another content in another place: whoever runs reads what it began with.
  const folder = hash.digest('hex').slice(0, 16);
  const home = packedFolder(root);
  await mkdir(path.join(home, folder), { recursive: true });
  for (const { fileName, code } of chunks) await replace(path.join(home, folder, fileName), code);
  const record = {
    versions: Object.fromEntries(places.map((place) => [place, versionAt(root, place)])),
    sizes: Object.fromEntries(
      chunks.map(({ fileName, code }) => [`${folder}/${fileName}`, Buffer.byteLength(code)]),
    ),
    entries: Object.fromEntries(imported.map((name) => [name, `${folder}/${fileOf(name)}`])),
  };
  await replace(path.join(home, 'record.json'), JSON.stringify(record));
}

const fileOf = (name: string) => `${name.replaceAll('/', '-')}.mjs`;

async function bundle(root: string, imported: readonly string[]) {
  const { rolldown } = await import('rolldown');
  const made = await rolldown({
    cwd: root,
    input: Object.fromEntries(imported.map((name) => [fileOf(name), name])),
    platform: 'node',
    tsconfig: false,
    treeshake: false,
  });
  const { output } = await made.generate({
    format: 'esm',
    entryFileNames: '[name]',
    chunkFileNames: '[name]-[hash].mjs',
  });
  await made.close();
  const chunks = output.filter((one) => one.type === 'chunk');
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds).filter((id) => path.isAbsolute(id));
  const places = modules.map((id) => {
    const [place] = PLACE_OF_PACKAGE.exec(path.relative(root, id).replaceAll(path.sep, '/')) ?? [];
    if (!place) throw new Error(`${id} is of no package`);
    return place;
  });
  return { chunks, places: [...new Set(places)] };
}

// At once: a start may read it meanwhile, and two installs write it.
async function replace(file: string, text: string): Promise<void> {
  const fresh = `${file}.${randomUUID()}`;
  await writeFile(fresh, text);
  await rename(fresh, file);
}

if (isLaunched(import.meta.url)) {
  // An install is whole without, as on a machine that the packer is not made for.
  await packPackages(ROOT, PACKED).catch((error: unknown) =>
    console.error(
      `Packages are read as they were installed: ${error instanceof Error ? error.message : String(error)}`,
    ),
  );
}
