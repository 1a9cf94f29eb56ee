import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { type Html, scriptText, styleText } from '../../../../markup/html.ts';
import { bundle } from './bundle.ts';
import { type Theme, themed, THEMES } from './theme.ts';

const FOLDER = new URL('../../../../web/', import.meta.url);

const STYLES = ['common/base.css', 'checkout/checkout.css', 'common/plain.css'] as const;
/** Each with all that it imports. */
const SCRIPTS = [
  'checkout/checkout.js',
  'checkout/refused.js',
  'people/activation.js',
  'people/owner.js',
] as const;

export type StyleName = (typeof STYLES)[number];
export type ScriptName = (typeof SCRIPTS)[number];

/** What stands in the pages besides their own markup. None of it is asked for by itself: while one release takes the place of
 *  another, the process that is asked next may not have what the page of the one before would name. */
export interface Assets {
  styles: Readonly<Record<Theme, Readonly<Record<StyleName, Html>>>>;
  scripts: Readonly<Record<ScriptName, Html>>;
}

/** Reads the browser's files, takes the types out of the scripts and makes one of each with what it imports. Once, at the start. */
export function readAssets(): Assets {
  return {
    styles: byName(THEMES, (theme) => byName(STYLES, (name) => styleText(themed(read(name), theme)))),
    scripts: byName(SCRIPTS, (name) => scriptText(bundle(name, readScript))),
  };
}

function byName<N extends string, T>(names: readonly N[], read: (name: N) => T): Record<N, T> {
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Record<N, T>;
}

function read(name: string): string {
  return readFileSync(new URL(name, FOLDER), 'utf8');
}

function readScript(name: string): string {
  return withoutComments(toJavaScript(read(name.replace(/\.js$/, '.ts'))));
}

/** JavaScript from one of our own browser scripts; its imports name the scripts. */
export function toJavaScript(typescript: string): string {
  const script = stripTypeScriptTypes(typescript).replace(/(from ')(\.\.?\/[a-z/-]+)\.ts(')/g, '$1$2.js$3');
  return script.replace(/[ \t]+$/gm, '').replace(/\n{3,}/g, '\n\n');
}

// Comments that stand on lines of their own, as all of ours do.
function withoutComments(script: string): string {
  return script.replace(/^[ \t]*\/\*\*[^]*?\*\/\n/gm, '').replace(/^[ \t]*\/\/.*\n/gm, '');
}
