import { type ChildProcess, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { ROOT, toolEnvironment } from '../../bin/launch.mjs';

const STOP_LIMIT_MS = 15_000;
// npm and a terminal both pass a signal on, so the second of two is the same one.
const SAME_SIGNAL_MS = 1_000;
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A program of Node's: the file below node_modules and what follows it. */
export interface Job {
  name: string;
  command: readonly [file: string, ...flags: string[]];
  /** Shown as it comes, or, for one of several at once, when it has ended. */
  shows: 'at once' | 'at its end';
  /** Others have the processor first: what they do is timed. */
  yields?: true;
}

export interface Outcome {
  name: string;
  isGood: boolean;
  seconds: number;
}

export interface Jobs {
  run(job: Job, environment?: Record<string, string>): Promise<Outcome>;
  /** The signal that stopped us, if any. Whatever is run after that has failed. */
  stoppedBy(): NodeJS.Signals | null;
  /** Calls back when the signal comes, before it is handed on. */
  onStop(told: () => void): void;
}

/** Runs programs and hands on the signals that we get. One that does not end by a signal is killed after a while, or at
 *  once by a second signal. */
export function openJobs(): Jobs {
  const running = new Set<ChildProcess>();
  const listeners: (() => void)[] = [];
  let stopped: { by: NodeJS.Signals; at: number } | null = null;
  const stop = (signal: NodeJS.Signals) => {
    if (stopped && performance.now() - stopped.at < SAME_SIGNAL_MS) return;
    if (!stopped) for (const told of listeners) told();
    for (const child of running) child.kill(stopped ? 'SIGKILL' : signal);
    stopped ??= { by: signal, at: performance.now() };
    setTimeout(() => running.forEach((child) => child.kill('SIGKILL')), STOP_LIMIT_MS).unref();
  };
  for (const signal of FORWARDED) process.on(signal, () => stop(signal));
  return {
    stoppedBy: () => stopped?.by ?? null,
    onStop: (told) => void listeners.push(told),
    run: async (job, environment = {}) => {
      const began = performance.now();
      const ended = stopped ? { code: 1, text: '' } : await runChild(job, environment, running);
      const outcome = {
        name: job.name,
        isGood: ended.code === 0 && !stopped,
        seconds: (performance.now() - began) / 1000,
      };
      say(outcome, ended.text);
      return outcome;
    },
  };
}

function runChild(
  job: Job,
  environment: Record<string, string>,
  running: Set<ChildProcess>,
): Promise<{ code: number; text: string }> {
  return new Promise((resolve) => {
    const output = job.shows === 'at once' ? 'inherit' : 'pipe';
    const [file, ...flags] = job.command;
    const child = spawn(process.execPath, [`node_modules/${file}`, ...flags], {
      cwd: ROOT,
      stdio: ['ignore', output, output],
      env: { ...toolEnvironment(), ...environment },
    });
    running.add(child);
    if (job.yields && child.pid !== undefined)
      setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    const text: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => text.push(chunk));
    }
    child.once('error', (error) => text.push(error.message));
    child.once('close', (code) => {
      running.delete(child);
      resolve({ code: code ?? 1, text: text.join('') });
    });
  });
}

function say({ name, isGood, seconds }: Outcome, text: string): void {
  if (!isGood && text.trim()) console.log(`\n${text.trim()}`);
  console.log(`${name}: ${isGood ? 'ok' : 'failed'} (${seconds.toFixed(1)} s)`);
}
