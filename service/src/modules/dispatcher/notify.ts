import { sql } from 'kysely';
import type { Logger } from 'pino';
import { asCaller } from '../../../../postgres/caller.ts';
import type { Listening } from '../../../../postgres/listen.ts';
import { listenAloud } from '../../db/listen-aloud.ts';
import type { Db } from '../../db/tx.ts';

const CHANNEL = 'fairway_deliveries';
const BETWEEN_MS = 50;
// Not the request that happened to come first: the notifications go on after its end, and its patience is its own.
const NOBODY = { lane: 'notify', leftMs: Infinity };

export interface DeliveryNotifier {
  /** Tells every dispatcher that something is due. Call it after the commit, as often as you like. */
  wake(): void;
  close(): void;
}

/** Wakes the dispatchers of other processes: at most one notification in 50 ms, as a statement of its own. A
 *  notification inside a transaction would make all commits of the server queue behind each other. */
export function deliveryNotifier(db: Db, log: Logger): DeliveryNotifier {
  let timer: NodeJS.Timeout | null = null;
  let isOwed = false;

  function send(): void {
    isOwed = false;
    timer = setTimeout(() => {
      timer = null;
      if (isOwed) send();
    }, BETWEEN_MS);
    timer.unref();
    // A lost notification costs a tenth of a second: dispatchers look by themselves.
    void asCaller(NOBODY, () =>
      sql`select pg_notify(${CHANNEL}, '')`
        .execute(db)
        .catch((error: unknown) => log.debug({ err: error }, 'no delivery notification')),
    );
  }

  return {
    wake: () => {
      if (timer) isOwed = true;
      else send();
    },
    close: () => {
      if (timer) clearTimeout(timer);
    },
  };
}

/** Calls `wake` for each notification, on a connection of its own that is opened again when it breaks. */
export function listenForDeliveries(databaseUrl: string, wake: () => void, log: Logger): Listening {
  const from = { url: databaseUrl, name: 'fairway-listener', channel: CHANNEL };
  return listenAloud({ ...from, onNotice: wake, onListening: wake }, log);
}
