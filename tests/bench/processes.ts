import { existsSync } from 'node:fs';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { SERVING } from '../../bin/launch.mjs';
import { quantile } from './figures.ts';

const STOP_WITHIN_MS = 5_000;
// That Node runs TypeScript is no experiment to whoever reads the figures.
const QUIET = ['--disable-warning=ExperimentalWarning'];
/** The repository that this file is of. */
export const OUR_FOLDER = fileURLToPath(new URL('../..', import.meta.url));

const REPORT_CPU = new URL('./report-cpu.ts', import.meta.url).href;

// However the bench ends, nothing that it started outlives it.
const running = new Set<ChildProcess>();
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')));

export interface Started {
  port: number;
  tell(message: object): void;
  /** Hands over whatever the program says after it was ready. */
  hear(listener: (message: unknown) => void): void;
  stop(): Promise<void>;
}

interface Starting {
  env?: Record<string, string>;
  message?: object;
}

/** Starts a program of this folder and waits until it says on which port it listens. */
export async function startProcess(file: string, options: Starting = {}): Promise<Started> {
  return start(fileURLToPath(new URL(file, import.meta.url)), options);
}

export interface StartedService extends Started {
  /** What the process has had of the processor since it began. */
  cpuMs(): Promise<number>;
}

/** Where a repository's folder keeps its bench: states before this one kept it at the top. */
export function benchOf(folder: string): string {
  const own = path.join(folder, 'tests/bench');
  return existsSync(own) ? own : path.join(folder, 'bench');
}

/** Starts the service of a repository's folder: this one's, or that of another state to compare with. */
export async function startService(folder: string, env: Record<string, string>): Promise<StartedService> {
  const file = path.join(benchOf(folder), 'service-process.ts');
  const started = await start(file, {
    env,
    execArgv: [...process.execArgv, ...SERVING, '--import', REPORT_CPU],
  });
  const answers: ((ms: number) => void)[] = [];
  started.hear((message) => answers.shift()?.((message as { cpu_ms: number }).cpu_ms));
  const cpuMs = () =>
    new Promise<number>((resolve) => {
      answers.push(resolve);
      started.tell({ asked: 'cpu' });
    });
  return { ...started, cpuMs };
}

async function start(file: string, options: Starting & { execArgv?: string[] }): Promise<Started> {
  const { execArgv = process.execArgv } = options;
  const child = fork(file, { env: { ...clean(), ...options.env }, execArgv: [...execArgv, ...QUIET] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  if (options.message) child.send(options.message);
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${path.basename(file)} ended before it was ready`);
  });
  const [ready] = (await Promise.race([once(child, 'message'), ended])) as [{ port: number }];
  ended.catch(() => undefined);
  return {
    port: ready.port,
    tell: (message) => void child.send(message),
    hear: (listener) => void child.on('message', listener),
    stop: () => stop(child),
  };
}

interface LoadPlan {
  port: number;
  connections: number;
  seconds: number;
  head: string;
  body: string;
  expect: number;
}

export interface LoadResult {
  answered: number;
  perSecond: number;
  p50: number;
  p99: number;
}

/** Puts load on a port from a process of its own. */
export async function putLoad(plan: LoadPlan): Promise<LoadResult> {
  const child = fork(fileURLToPath(new URL('./load.ts', import.meta.url)), { env: clean() });
  child.send(plan);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the load ended with ${String(code)}`);
  });
  const [load] = (await Promise.race([once(child, 'message'), ended])) as [
    { answered: number; seconds: number; latencies_ms: number[] },
  ];
  ended.catch(() => undefined);
  const { answered, seconds, latencies_ms } = load;
  const [p50, p99] = [quantile(latencies_ms, 0.5), quantile(latencies_ms, 0.99)];
  return { answered, perSecond: answered / seconds, p50, p99 };
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await exited;
  clearTimeout(timer);
}

/** The settings of the caller's shell are not those of the measured deployment. */
export function clean(): Record<string, string> {
  const kept = Object.entries(process.env).filter(([name]) => /^(PATH|HOME|LANG|TMPDIR|NODE_)/.test(name));
  return Object.fromEntries(kept) as Record<string, string>;
}
