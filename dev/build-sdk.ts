import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { integrityOf } from '../service/src/lib/integrity.ts';

const FOLDER = fileURLToPath(new URL('../web/sdk/', import.meta.url));

/** In order: the loader names the script and its hash. */
const FILES = [
  { name: 'fairway.js', entry: 'fairway-script', format: 'iife' },
  { name: 'fairway.mjs', entry: 'fairway', format: 'es' },
  { name: 'embed.js', entry: 'embed-script', format: 'iife' },
  { name: 'embed.mjs', entry: 'embed', format: 'es' },
  { name: 'loader.js', entry: 'loader-script', format: 'iife' },
  { name: 'loader.mjs', entry: 'loader', format: 'es' },
] as const;

type File = (typeof FILES)[number];

/** The version in the package's own words. */
export async function sdkVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(FOLDER, 'package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}

export function releaseFolder(version: string): string {
  return path.join(FOLDER, 'releases', version);
}

/** The built files by name. */
export async function builtFiles(): Promise<Map<string, string>> {
  const version = await sdkVersion();
  const built = new Map<string, string>();
  for (const file of FILES) {
    const script = built.get('fairway.js');
    const text = await buildFile(file, {
      SDK_VERSION: JSON.stringify(version),
      SCRIPT_PATH: JSON.stringify(`/sdk/${version}/fairway.js`),
      SCRIPT_INTEGRITY: JSON.stringify(script === undefined ? '' : integrityOf(script)),
    });
    built.set(file.name, `/*! @fairway/sdk ${version} */\n${text.trim()}\n`);
  }
  return built;
}

async function buildFile({ entry, format }: File, define: Record<string, string>): Promise<string> {
  const outputs = await build({
    configFile: false,
    root: FOLDER,
    logLevel: 'silent',
    define,
    build: {
      write: false,
      target: 'es2022',
      minify: 'oxc',
      lib: { entry: path.join(FOLDER, 'entries', `${entry}.ts`), formats: [format], name: 'unused' },
    },
  });
  const [output] = [outputs].flat() as { output: { type: string; code: string }[] }[];
  return output!.output.find(({ type }) => type === 'chunk')!.code;
}
