import { spawn } from 'node:child_process';
import module from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { quickenImports } from './imports.mjs';
import { chooseNode, isNewEnough } from './install.mjs';

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const LAUNCHED_BY = 'LAUNCHED_BY';
const LOOK_AFTER_PARENT_MS = 500;

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Where Node keeps what it has compiled of our files and of packages. A start takes half of the processor time with it. */
export const COMPILED = path.join(ROOT, 'node_modules', '.cache', 'compiled');

/** What a process that serves is started with. Left alone the young generation grows with the pace of the garbage, to 128 MiB
 *  where memory is plenty, and is never given back; what is in use stays the same, and a call costs the same. */
export const SERVING = ['--max-semi-space-size=16'];

/** What makes Node find imports as fast in a program that is started without `launch`. */
export const QUICK = ['--import', new URL('quicken.mjs', import.meta.url).href];

/** Runs a program on Node 24: in this process where that is its version, else in a child that runs the
 *  same launcher, gets our signals, and whose exit code becomes ours. `nodeFlags` are for Node itself. */
export async function launch(file, flags = [], nodeFlags = []) {
  quietExperiments();
  if (isNewEnough()) becomeWith(nodeFlags);
  followParent();
  if (isNewEnough()) {
    module.enableCompileCache?.(COMPILED);
    quickenImports(ROOT);
    process.argv.splice(1, process.argv.length, file, ...flags);
    await import(pathToFileURL(file).href);
    return;
  }
  const env = { ...toolEnvironment(), [LAUNCHED_BY]: String(process.pid) };
  const child = spawn(
    chooseNode(ROOT),
    [...lacking(nodeFlags), ...process.execArgv, ...process.argv.slice(1)],
    {
      stdio: 'inherit',
      env,
    },
  );
  for (const signal of FORWARDED) process.on(signal, () => child.kill(signal));
  child.once('error', (error) => {
    console.error(`Node could not be started: ${error.message}`);
    process.exit(1);
  });
  child.once('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGKILL' ? 137 : 1);
  });
}

// Node takes such flags at its start only. The process stays the same to whoever started it. Where a process cannot become
// another it goes on without them, and so does one that its parent talks to, which would lose the line.
function becomeWith(nodeFlags) {
  const missing = lacking(nodeFlags);
  if (missing.length === 0 || process.platform === 'win32' || process.send || !process.execve) return;
  process.execve(process.execPath, [
    process.execPath,
    ...missing,
    ...process.execArgv,
    ...process.argv.slice(1),
  ]);
}

// Whoever has set one to something else wants that.
function lacking(nodeFlags) {
  const given = [...process.execArgv, ...(process.env.NODE_OPTIONS ?? '').split(' ')];
  return nodeFlags.filter((flag) => !given.some((other) => other.split('=')[0] === flag.split('=')[0]));
}

/** Our environment with the installed programs first on the path, as in an npm script. */
export function toolEnvironment() {
  const tools = path.join(ROOT, 'node_modules', '.bin');
  const PATH = [tools, path.dirname(chooseNode(ROOT)), process.env.PATH ?? ''].join(path.delimiter);
  return { ...process.env, PATH };
}

// Node 24 calls it an experiment that it runs TypeScript; nobody who starts this can do anything about it.
function quietExperiments() {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    if (warning.name !== 'ExperimentalWarning') console.error(`${warning.name}: ${warning.message}`);
  });
}

// Signals reach us through the launcher or npm. When that one is killed nobody is left to pass them on, and
// we would hold the ports for ever.
function followParent() {
  const isLaunched = process.env[LAUNCHED_BY] === String(process.ppid);
  if (!isLaunched && (!process.env.npm_lifecycle_event || process.ppid === 1)) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_AFTER_PARENT_MS);
  timer.unref();
}
