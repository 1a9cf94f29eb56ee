import { readFileSync } from 'node:fs';

/** The library's files, each after those it imports. */
const FILES = ['mount', 'returning', 'watch', 'checkout-flow', 'buttons', 'library'];
const IMPORT = /^import .*;$/gm;
const EXPORT = /^export /gm;

/** The browser library as one classic script; `configuration` is a JSON text. The files are modules that
 *  share no names but those they export, so joining them in order is all that bundling takes. */
export function bundleLibrary(): (configuration: string) => string {
  const sources = FILES.map((name) => readFileSync(new URL(`./browser/${name}.js`, import.meta.url), 'utf8'));
  const joined = sources.map((source) => source.replace(IMPORT, '').replace(EXPORT, '').trim()).join('\n\n');
  return (configuration) => `(() => {\n'use strict';\n${joined}\ninstall(${configuration});\n})();\n`;
}
