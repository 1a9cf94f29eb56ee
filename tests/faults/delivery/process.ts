import { contextOver } from '../../world/context.ts';
import { flushCompileCache } from 'node:module';
import { openDatabase } from '../../../service/src/db/open.ts';
import { addressBook } from '../../../service/src/lib/public-address.ts';
import { type Deliveries, startDeliveries } from '../../../service/src/modules/dispatcher/index.ts';

// The deliveries of the service as a process of their own, so that they can be killed, stopped and ended. It ends with
// whoever started it.

export interface DispatcherSettings {
  env: Record<string, string>;
  ca: string;
  leaseSeconds?: number;
  silenceMs?: number;
  /** DNS servers to ask instead of the host's own. */
  servers?: string[];
}

let deliveries: Deliveries | null = null;

function start(settings: DispatcherSettings): void {
  const { env, ca, servers, leaseSeconds, silenceMs } = settings;
  const { db } = openDatabase({ url: env['DATABASE_URL']!, connectionsMax: 1, name: 'faults' });
  deliveries = startDeliveries(contextOver({ db, settings: env }), {
    ca: [ca],
    ...(leaseSeconds === undefined ? {} : { leaseSeconds }),
    ...(silenceMs === undefined ? {} : { silenceMs }),
    ...(servers === undefined ? {} : { addresses: addressBook({ servers }) }),
  });
  process.send!('ready');
  // At its end it would be too late for one that is killed.
  flushCompileCache();
}

process.once('message', start);
process.once('disconnect', () => process.exit(0));
process.once('SIGTERM', () => void deliveries?.close().then(() => process.exit(0)));
