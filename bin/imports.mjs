// How a start finds what it imports. Node looks in several places for each of two thousand files; most of ours say
// themselves where they lie, and packages of hundreds of files are read as one where the install has packed them.
import { readFileSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Where packages are kept in their packed form. */
export function packedFolder(root) {
  return path.join(root, 'node_modules', '.cache', 'packed');
}

/** From here on imports are found at once. What is missing or was packed of another version is found as ever. */
export function quickenImports(root) {
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

// By the name that is imported, of packages that are still what they were.
function packedPackages(root) {
  try {
    const { versions, files } = JSON.parse(
      readFileSync(path.join(packedFolder(root), 'record.json'), 'utf8'),
    );
    const isAsItWas = ([name, version]) => versionOf(root, name) === version;
    if (!Object.entries(versions).every(isAsItWas)) return new Map();
    const urlOf = (file) => pathToFileURL(path.join(packedFolder(root), file)).href;
    return new Map(Object.entries(files).map(([name, file]) => [name, urlOf(file)]));
  } catch {
    return new Map();
  }
}

/** The version of an installed package. */
export function versionOf(root, name) {
  return JSON.parse(readFileSync(path.join(root, 'node_modules', name, 'package.json'), 'utf8')).version;
}
