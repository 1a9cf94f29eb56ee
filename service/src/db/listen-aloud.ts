import type { Logger } from 'pino';
import { listen, type Listening, type ListenOptions } from '../../../postgres/listen.ts';

/** Listens, and has the log say when that breaks or cannot begin, and when it has begun after that: what hangs on it is slower
 *  meanwhile, and nothing else shows it. */
export function listenAloud(options: Omit<ListenOptions, 'onBroken'>, log: Logger): Listening {
  const { channel } = options;
  let isBroken = false;
  return listen({
    ...options,
    onListening: () => {
      if (isBroken) log.info({ event: 'listening.came_back', channel }, 'listening to the database again');
      isBroken = false;
      options.onListening();
    },
    onBroken: (err) => {
      isBroken = true;
      log.warn({ event: 'listening.broken', channel, err }, 'not listening to the database');
    },
  });
}
