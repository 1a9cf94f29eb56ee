// How a start finds what it imports. Node looks in several places for each of two thousand files; most of ours say
// themselves where they lie, and packages of hundreds of files are read as one where the install has packed them.
import { readFileSync, statSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

// What the hook may answer is Node's to change.
const TRIED_ON = 'v24.';

/** Where packages are kept in their packed form. */
export function packedFolder(root) {
  return path.join(root, 'node_modules', '.cache', 'packed');
}

/** From here on imports are found at once. What is not packed, or not what it was when it was packed, is found as ever. */
export function quickenImports(root) {
  if (!process.version.startsWith(TRIED_ON)) return;
  const ours = pathToFileURL(`${root}${path.sep}`).href;
  const packed = packedPackages(root);
  module.registerHooks?.({
    resolve(name, context, next) {
      const from = context.parentURL ?? '';
      if (from.startsWith(ours) && !from.includes('/node_modules/')) {
        if (name.startsWith('.') && name.endsWith('.ts'))
          return found(new URL(name, from).href, 'module-typescript');
        if (packed.has(name)) return found(packed.get(name), 'module');
      }
      return next(name, context);
    },
  });
}

function found(url, format) {
  return { url, format, shortCircuit: true };
}

// By the name that is imported; none where a package that went in has another version now, or a file is not whole.
function packedPackages(root) {
  try {
    const folder = packedFolder(root);
    const { versions, sizes, entries } = JSON.parse(readFileSync(path.join(folder, 'record.json'), 'utf8'));
    const areSame = Object.entries(versions).every(([place, version]) => versionAt(root, place) === version);
    const areWhole = Object.entries(sizes).every(
      ([file, size]) => statSync(path.join(folder, file)).size === size,
    );
    if (!areSame || !areWhole) return new Map();
    const urlOf = (file) => pathToFileURL(path.join(folder, file)).href;
    return new Map(Object.entries(entries).map(([name, file]) => [name, urlOf(file)]));
  } catch {
    return new Map();
  }
}

/** The version of the package that is installed at a place below `root`. */
export function versionAt(root, place) {
  return JSON.parse(readFileSync(path.join(root, place, 'package.json'), 'utf8')).version;
}
