import { setTimeout as pause } from 'node:timers/promises';
import type { Server } from './server.ts';

const RESTARTS_MAX = 20;
const TRIES_MAX = 30;
const TRY_AGAIN_MS = 500;

interface KeptServer {
  /** Resolves when the server has ended for good, whoever ended it. */
  exited: Promise<void>;
  stop(): Promise<void>;
}

/** Keeps a server running until it is stopped here: one that ended by itself, killed or restarted by somebody else, is
 *  started again where it was, as a service manager would. What uses it only meets a database that is away for a moment. */
export function keepRunning(
  first: Server,
  startAgain: () => Promise<Server>,
  log: (line: string) => void,
): KeptServer {
  let server = first;
  let stopping: Promise<void> | null = null;
  // Of the starting anew that is under way, so that a stop does not leave its server behind.
  let starting: Promise<Server | null> = Promise.resolve(null);

  const begin = async (): Promise<Server | null> => {
    for (let tries = 0; tries < TRIES_MAX && stopping === null; tries += 1) {
      try {
        return await startAgain();
      } catch (error) {
        if (tries === 0) log(`PostgreSQL does not start again yet: ${(error as Error).message}`);
        await pause(TRY_AGAIN_MS);
      }
    }
    return null;
  };

  const keep = async (): Promise<void> => {
    for (let restarts = 0; restarts < RESTARTS_MAX; restarts += 1) {
      await server.exited;
      if (stopping !== null) return;
      log('PostgreSQL has ended by itself: starting it again.');
      starting = begin();
      const next = await starting;
      if (next === null) return;
      server = next;
    }
    await server.exited;
  };

  const exited = keep();
  const stop = async (): Promise<void> => {
    const begun = await starting;
    await (begun ?? server).stop();
    await exited;
  };
  return { exited, stop: () => (stopping ??= stop()) };
}
