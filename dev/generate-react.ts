import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';

// `npm pack` in web/react/ runs this: the package holds its one file as JavaScript.

const FOLDER = new URL('../web/react/', import.meta.url);

const source = await readFile(new URL('index.ts', FOLDER), 'utf8');
await mkdir(new URL('dist/', FOLDER), { recursive: true });
await writeFile(new URL('dist/index.js', FOLDER), stripTypeScriptTypes(source));
