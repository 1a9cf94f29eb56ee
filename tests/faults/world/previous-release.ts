import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** The release that this one is run beside and upgraded from: the one place that names it. It is set anew when a release
 *  goes out. */
const PREVIOUS_RELEASE = '34989e407e9e00ee8dffba73986fb8ca4c219acb';

/** Where that release keeps what starts it as a process of these tests. */
export const PREVIOUS_SERVICE = 'faults/service-process.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const GIT_LIMIT_MS = 30_000;
const INSTALL_LIMIT_MS = 120_000;
const INSTALL = ['ci', '--omit=dev', '--omit=optional', '--ignore-scripts', '--prefer-offline', '--no-audit'];

const run = promisify(execFile);

type PreviousRelease =
  { kind: 'ready'; folder: string; remove(): Promise<void> } | { kind: 'missing'; why: string };

/** Takes the previous release out of the history of this checkout, with the packages that it runs on. Where the history
 *  or the packages cannot be had, says why. */
export async function takePreviousRelease(): Promise<PreviousRelease> {
  const short = PREVIOUS_RELEASE.slice(0, 8);
  if (!(await isInHistory()))
    return { kind: 'missing', why: `this checkout's history does not hold ${short}` };
  const folder = await mkdtemp(path.join(tmpdir(), 'fairway-previous-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const tree = path.join(folder, 'tree');
    await mkdir(tree);
    const archive = path.join(folder, 'tree.tar');
    await git('archive', '--format=tar', `--output=${archive}`, PREVIOUS_RELEASE);
    await run('tar', ['-xf', archive, '-C', tree], { timeout: GIT_LIMIT_MS });
    const problem = await bringPackages(tree);
    if (problem === null) return { kind: 'ready', folder: tree, remove };
    await remove();
    return { kind: 'missing', why: `the packages of ${short} could not be installed: ${problem}` };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function isInHistory(): Promise<boolean> {
  return git('cat-file', '-e', `${PREVIOUS_RELEASE}^{commit}`).then(
    () => true,
    () => false,
  );
}

function git(...args: string[]) {
  return run('git', args, { cwd: ROOT, timeout: GIT_LIMIT_MS });
}

// The packages of this checkout where the lock files agree; else its own, which a registry or npm's cache has.
async function bringPackages(tree: string): Promise<string | null> {
  const [own, theirs] = await Promise.all(
    [ROOT, tree].map((folder) => readFile(path.join(folder, 'package-lock.json'))),
  );
  if (own!.equals(theirs!)) {
    await symlink(path.join(ROOT, 'node_modules'), path.join(tree, 'node_modules'));
    return null;
  }
  const { npm_execpath: file, npm_node_execpath: node } = process.env;
  const [command, ...first] = file && node && existsSync(node) ? [node, file] : ['npm'];
  return run(command, [...first, ...INSTALL], { cwd: tree, timeout: INSTALL_LIMIT_MS }).then(
    () => null,
    (error: Error) => error.message.split('\n').at(-1)!,
  );
}
