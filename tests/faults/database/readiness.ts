import { setTimeout as wait } from 'node:timers/promises';

const LOOK_MS = 100;
const ANSWER_LIMIT_MS = 60_000;

interface Look {
  at: number;
  isReady: boolean;
}

/** Asks `/readyz` over and over. `stop` tells how long after the first moment it said no for the first time, and how
 *  long after the second it said yes for good; Infinity for never. */
export function watchReadiness(baseUrl: string) {
  const looks: Look[] = [];
  let isOver = false;
  const run = async () => {
    while (!isOver) {
      const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
      const answer = await fetch(`${baseUrl}/readyz`, { signal }).catch(() => null);
      looks.push({ at: performance.now(), isReady: answer?.status === 200 });
      await wait(LOOK_MS);
    }
  };
  void run();
  return {
    stop: (struckAt: number, backAt: number): { unreadyMs: number; readyMs: number } => {
      isOver = true;
      const no = looks.find(({ at, isReady }) => at >= struckAt && !isReady);
      const lastNo = looks.findLast(({ isReady }) => !isReady);
      const yes = looks.find(({ at, isReady }) => at >= Math.max(backAt, lastNo?.at ?? 0) && isReady);
      return {
        unreadyMs: no ? no.at - struckAt : Infinity,
        readyMs: yes ? yes.at - backAt : Infinity,
      };
    },
  };
}
