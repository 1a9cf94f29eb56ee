import { barOf } from '../cli/output.ts';

const EVERY_MS = 200;
const LINE_EVERY_MS = 5_000;

export interface Progress {
  moved(done: number): void;
  done(): void;
}

/** Shows how far something is: a bar where a person looks on, a line now and then where nobody does, and lines of JSON for
 *  programs, on stdout. */
export function drawProgress(of: { total: number; unit: string; isJson: boolean }): Progress {
  const startedMs = performance.now();
  const isWatched = process.stderr.isTTY === true && !of.isJson;
  const everyMs = isWatched ? EVERY_MS : LINE_EVERY_MS;
  let shownMs = -Infinity;
  const show = (done: number) => {
    const seconds = (performance.now() - startedMs) / 1_000;
    if (of.isJson) {
      process.stdout.write(`${JSON.stringify({ done, total: of.total, seconds: round(seconds) })}\n`);
    } else {
      const line = lineOf(of, done, seconds);
      process.stderr.write(isWatched ? `\r${line}\u001b[K` : `${line}\n`);
    }
  };
  return {
    moved: (done) => {
      const now = performance.now();
      if (done < of.total && now - shownMs < everyMs) return;
      shownMs = now;
      show(done);
    },
    done: () => {
      if (isWatched) process.stderr.write('\n');
    },
  };
}

/** One line: a bar, how many are done, how fast, and how long it still takes at that pace. */
export function lineOf(of: { total: number; unit: string }, done: number, seconds: number): string {
  const share = of.total === 0 ? 1 : done / of.total;
  const perSecond = seconds > 0 ? done / seconds : 0;
  const left = perSecond > 0 ? Math.ceil((of.total - done) / perSecond) : 0;
  const pace = `${Math.round(perSecond).toLocaleString('en')}/s`;
  const rest = done === of.total ? `in ${round(seconds)} s` : `${left} s left`;
  return `${barOf(share)} ${done.toLocaleString('en')} of ${of.total.toLocaleString('en')} ${of.unit}, ${pace}, ${rest}`;
}

function round(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}
