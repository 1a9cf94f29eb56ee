import { readFileSync } from 'node:fs';

/** The library's files, each after those it imports. */
const FILES = [
  'mount',
  'confirm',
  'returning',
  'watch',
  'checkout-flow',
  'buttons',
  'card-fields',
  'device-wallets',
  'messages',
  'library',
];
const IMPORT = /^import .*;$/gm;
const EXPORT = /^export /gm;

/** The browser library as one classic script, read when it is first asked for; `configuration` is a JSON
 *  text. The files are modules that declare no name twice, so joining them in order is all that bundling
 *  takes. */
export function bundleLibrary(): (configuration: string) => string {
  let joined: string | null = null;
  return (configuration) => {
    joined ??= joinFiles();
    return `(() => {\n'use strict';\n${joined}\ninstall(${configuration});\n})();\n`;
  };
}

function joinFiles(): string {
  const sources = FILES.map((name) => readFileSync(new URL(`./browser/${name}.js`, import.meta.url), 'utf8'));
  return sources.map((source) => source.replace(IMPORT, '').replace(EXPORT, '').trim()).join('\n\n');
}
