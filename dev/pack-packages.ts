import { createHash } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { packedFolder, versionOf } from '../bin/imports.mjs';
import { ROOT } from '../bin/launch.mjs';
import { isLaunched } from './is-launched.ts';

// What is imported of the packages that are hundreds of small modules, and look for no file of their own.
const IMPORTED = ['typebox', 'kysely', 'jose', 'libphonenumber-js/max', 'fast-xml-parser'];

/** Puts the modules of each package into one file, which a start finds by the record that is written last. */
export async function packPackages(root: string, imported: readonly string[]): Promise<void> {
  const packages = [...new Set(imported.map((name) => name.split('/')[0]!))];
  const versions = Object.fromEntries(packages.map((name) => [name, versionOf(root, name)]));
  const folder = createHash('sha256')
    .update(JSON.stringify([versions, imported]))
    .digest('hex')
    .slice(0, 16);
  const names = imported.map((name) => [name, `${name.replaceAll('/', '-')}.mjs`] as const);
  const home = packedFolder(root);
  const fresh = path.join(home, `new-${process.pid}`);
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(names.map(([name, file]) => [file, name])),
    platform: 'node',
    tsconfig: false,
    // What runs is the package, all of it and in its order.
    treeshake: false,
  });
  await mkdir(home, { recursive: true });
  await bundle.write({
    dir: fresh,
    format: 'esm',
    entryFileNames: '[name]',
    chunkFileNames: '[name]-[hash].mjs',
  });
  await bundle.close();
  // Where it is already it is the same, and read by whoever runs.
  await rename(fresh, path.join(home, folder)).catch(() => rm(fresh, { recursive: true }));
  const files = Object.fromEntries(names.map(([name, file]) => [name, path.join(folder, file)]));
  await writeFile(path.join(home, `${folder}.json`), JSON.stringify({ versions, files }));
  await rename(path.join(home, `${folder}.json`), path.join(home, 'record.json'));
}

if (isLaunched(import.meta.url)) {
  // An install is whole without, as on a machine that the packer is not made for.
  await packPackages(ROOT, IMPORTED).catch((error: unknown) =>
    console.error(
      `Packages are read as they were installed: ${error instanceof Error ? error.message : String(error)}`,
    ),
  );
}
