import { readdirSync, readFileSync } from 'node:fs';
import { fileOf, type KeptFile } from '../../http/kept-file.ts';
import { integrityOf } from '../../lib/integrity.ts';

const FOLDER = new URL('../../../../web/sdk/releases/', import.meta.url);
const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;
const TYPE = 'text/javascript; charset=utf-8';
const OPEN = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

interface SdkFiles {
  /** The line that moves, `v1`, and each exact version, with what lies below it. */
  versions: ReadonlyMap<string, ReadonlyMap<string, KeptFile>>;
}

/** Reads what pages of channels load from here, in every version that was released. Once, at the start. */
export function readSdkFiles(): SdkFiles {
  const versions = new Map<string, ReadonlyMap<string, KeptFile>>();
  for (const version of readdirSync(FOLDER)
    .filter((name) => VERSION.test(name))
    .sort(byVersion)) {
    const files = filesOf(version);
    versions.set(version, files);
    // The newest comes last.
    versions.set(`v${VERSION.exec(version)![1]}`, files);
  }
  return { versions };
}

function filesOf(version: string): ReadonlyMap<string, KeptFile> {
  const folder = new URL(`${version}/`, FOLDER);
  const texts = readdirSync(folder).map(
    (name) => [name, readFileSync(new URL(name, folder), 'utf8')] as const,
  );
  const files = Object.fromEntries(
    texts.map(([name, text]) => [name, { path: `/sdk/${version}/${name}`, integrity: integrityOf(text) }]),
  );
  const manifest = JSON.stringify({ version, files }, null, 2);
  return new Map([
    ...texts.map(([name, text]) => [name, fileOf(TYPE, text, OPEN)] as const),
    ['manifest.json', fileOf('application/json; charset=utf-8', manifest, OPEN)],
  ]);
}

function byVersion(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => VERSION.exec(text)!.slice(1).map(Number)) as [number[], number[]];
  const at = a.findIndex((part, index) => part !== b[index]);
  return at < 0 ? 0 : a[at]! - b[at]!;
}
