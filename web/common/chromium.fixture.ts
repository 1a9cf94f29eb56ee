import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const MODULES = path.resolve(import.meta.dirname, '../../node_modules');
const PACKAGE = '@sparticuz/chromium';
// Only ends what hangs: a busy machine takes a minute.
const UNPACKED_WITHIN_MS = 600_000;

/** Runs before the tests that need a browser, once for all of their workers. */
export async function setup(): Promise<void> {
  await chromiumPath();
}

/** The browser of the tests, unpacked from its package when it is asked for the first time. The package by itself unpacks into
 *  the folder for temporary files and takes what it finds there for whole, also while another process is still writing it; here
 *  it is whole or is not there, whoever else unpacks it or is killed over it. */
export async function chromiumPath(modules: string = MODULES): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(modules, PACKAGE, 'package.json'), 'utf8')) as {
    version: string;
  };
  const cache = path.join(modules, '.cache');
  const folder = path.join(cache, `chromium-${version}`);
  if (!existsSync(folder)) await unpack(modules, { cache, folder });
  return path.join(folder, 'chromium');
}

async function unpack(modules: string, of: { cache: string; folder: string }): Promise<void> {
  await mkdir(of.cache, { recursive: true });
  const unfinished = await mkdtemp(path.join(of.cache, 'unpacking-'));
  try {
    const code = `import chromium from '${PACKAGE}'; await chromium.executablePath();`;
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code], {
      cwd: path.dirname(modules),
      env: { ...process.env, TMPDIR: unfinished },
      timeout: UNPACKED_WITHIN_MS,
    });
    await rename(unfinished, of.folder).catch((error: unknown) => {
      // Somebody else was quicker.
      if (!existsSync(of.folder)) throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}
