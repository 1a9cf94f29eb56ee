import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { refreshArmed } from './machine/faults/board.ts';
import { buildServer } from './machine/http/server.ts';
import { startSender } from './machine/notices/sender.ts';
import { startReceiverServer } from './receivers/server.ts';
import { openCallLog, type CallLog, type LoggedCall } from './machine/store/call-log.ts';
import { openDatabase } from './machine/store/database.ts';
import { provideKeys, RECEIVER_HOST } from './machine/store/keys.ts';
import { seed } from './ppcp/shapes/seed.ts';
import { type Db, inTransaction } from './machine/store/sql.ts';
import type { CarrierAccount, Clock, WalletIdentity, Witness, World } from './machine/world.ts';

const HOST_DEFAULT = '127.0.0.1';

export interface SandboxOptions {
  /** A database of its own; its tables are made here. */
  database_url: string;
  host?: string;
  /** 0 picks a free one. */
  port: number;
  public_url?: string;
  /** Shared with the caller and movable by it; all provider time comes from it. */
  clock: Clock;
  wallet: WalletIdentity;
  /** Where the service hears the provider; asked at each send. */
  notice_url: () => string | null;
  /** The only account the carrier of text messages knows; without it, it knows everybody. */
  carrier?: CarrierAccount;
  /** Multiplies the delays between attempts of a notice. */
  retry_scale?: number;
  /** Given by a process that owns the clock; without it `PUT /_control/clock` answers 409. */
  move_clock?: (offsetSeconds: number) => void;
  /** Is told of everything on the wire at once, which the bounded log cannot promise. */
  witness?: Witness;
}

export interface RunningSandbox {
  url: string;
  port: number;
  /** The TLS listener for the sandbox's own webhook receivers, on loopback. */
  receivers: { host: 'receiver.sandbox.test'; port: number; ca_pem: string };
  /** Sends every notice that is due now, by the clock, until none is left. */
  drain(): Promise<{ notices: number }>;
  close(): Promise<void>;
}

/** Starts the stand-in of the wallet provider. Throws when the database or the port is not usable. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const db = await openDatabase(options.database_url);
  try {
    return await startOn(db, options);
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

async function startOn(db: Db, options: SandboxOptions): Promise<RunningSandbox> {
  const host = options.host ?? HOST_DEFAULT;
  const world = await makeWorld(db, options);
  const calls = watched(openCallLog(db), options.witness);
  const sender = startSender(world, (error) => {
    // The loop goes on; what failed is tried again at its next round.
    process.stderr.write(`sandbox: sending notices failed: ${String(error)}\n`);
  });
  const app = await buildServer({ world, calls, sender });
  const receivers = await startReceiverServer(world, host);
  const close = async (): Promise<void> => {
    await Promise.all([sender.stop(), app.close(), receivers.close()]);
    await calls.settle();
    await db.destroy();
  };
  try {
    await app.listen({ host, port: options.port });
  } catch (error) {
    await Promise.all([sender.stop(), receivers.close()]);
    throw error;
  }
  const { port } = app.server.address() as AddressInfo;
  world.address.url = options.public_url?.replace(/\/$/, '') ?? `http://${host}:${port}`;
  world.sender.wake();
  return {
    url: world.address.url,
    port,
    receivers: { host: RECEIVER_HOST, port: receivers.port, ca_pem: world.keys.receiver_ca },
    drain: async () => ({ notices: await sender.drain() }),
    close,
  };
}

function watched(log: CallLog, witness: Witness | undefined): CallLog {
  if (witness === undefined) return log;
  const add = (call: LoggedCall): void => {
    witness.call(call);
    log.add(call);
  };
  return { ...log, add };
}

async function makeWorld(db: Db, options: SandboxOptions): Promise<World> {
  const keys = await provideKeys(db);
  const armedFaults = new Set<string>();
  await refreshArmed({ db, armedFaults });
  // Only an empty database is a fresh sandbox: accounts are never deleted, save by a reset.
  const { rows: known } = await sql`select 1 from records where kind = 'account' limit 1`.execute(db);
  if (known.length === 0) await inTransaction(db, (tx) => seed(tx, options));
  return {
    db,
    clock: options.clock,
    wallet: options.wallet,
    carrier: options.carrier ?? null,
    noticeUrl: options.notice_url,
    retryScale: options.retry_scale ?? 1,
    keys,
    address: { url: options.public_url ?? '' },
    armedFaults,
    raisedIn: new WeakSet(),
    sender: { wake: () => undefined },
    moveClock: options.move_clock ?? null,
    witness: options.witness ?? null,
  };
}
