import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const STOP_WITHIN_MS = 5_000;

export interface Started {
  port: number;
  stop(): Promise<void>;
}

/** Starts a program of this folder and waits until it says on which port it listens. */
export async function startProcess(
  file: string,
  options: { env?: Record<string, string>; message?: object } = {},
): Promise<Started> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), { env: { ...clean(), ...options.env } });
  if (options.message) child.send(options.message);
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${file} ended before it was ready`);
  });
  const [ready] = (await Promise.race([once(child, 'message'), ended])) as [{ port: number }];
  ended.catch(() => undefined);
  return { port: ready.port, stop: () => stop(child) };
}

export interface LoadPlan {
  port: number;
  connections: number;
  seconds: number;
  head: string;
  body: string;
  expect: number;
}

export interface LoadResult {
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
  const sorted = load.latencies_ms.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { perSecond: load.answered / load.seconds, p50: at(0.5), p99: at(0.99) };
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
