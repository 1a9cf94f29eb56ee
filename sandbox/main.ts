import type { AddressInfo } from 'node:net';
import { noFaults, refreshArmed } from './machine/store/armed-faults.ts';
import { buildServer } from './machine/server.ts';
import { GATEWAY_RECORDS } from './machine/gateways/shapes.ts';
import type { Machine } from './machine/machine.ts';
import { startSender, type Sender } from './machine/notices/sender.ts';
import type { TimerActions } from './machine/notices/timers.ts';
import { openCallLog, type CallLog, type LoggedCall } from './machine/store/call-log.ts';
import { openDatabase } from './machine/store/database.ts';
import { MACHINE_RECORDS, type RecordShapes } from './machine/store/shapes.ts';
import type { Db } from './machine/store/sql.ts';
import type { Wing } from './machine/wing.ts';
import type { Clock, Witness, World } from './machine/world.ts';
import { RECEIVER_HOST } from './receivers/keys.ts';
import { startReceiverServer } from './receivers/server.ts';
import { WINGS, type WingOptions } from './wings.ts';

export type { Witness } from './machine/world.ts';
export type { WalletIdentity } from './ppcp/shapes/world.ts';

const HOST_DEFAULT = '127.0.0.1';

export interface SandboxOptions extends WingOptions {
  /** A database of its own; its tables are made here. */
  database_url: string;
  host?: string;
  /** 0 picks a free one. */
  port: number;
  public_url?: string;
  /** Shared with the caller and movable by it; all the parties' time comes from it. */
  clock: Clock;
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

/** Starts the stand-in of everybody outside. Throws when the database or the port is not usable. */
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
  const world = makeWorld(db, options);
  await refreshArmed(world);
  const wings = await openWings(world, options);
  const calls = watched(openCallLog(db), options.witness);
  const sender = startErrands(world, wings);
  const app = await buildServer(machineOf(wings, { world, calls, sender }), wings);
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
    receivers: { host: RECEIVER_HOST, port: receivers.port, ca_pem: receivers.ca_pem },
    drain: async () => ({ notices: await sender.drain() }),
    close,
  };
}

function makeWorld(db: Db, options: SandboxOptions): World {
  return {
    db,
    clock: options.clock,
    retryScale: options.retry_scale ?? 1,
    address: { url: options.public_url ?? '' },
    armed: noFaults(),
    raisedIn: new WeakSet(),
    sender: { wake: () => undefined },
    moveClock: options.move_clock ?? null,
    witness: options.witness ?? null,
  };
}

async function openWings(world: World, options: SandboxOptions): Promise<Wing[]> {
  const wings: Wing[] = [];
  for (const open of WINGS) wings.push(await open(world, options));
  return wings;
}

function startErrands(world: World, wings: readonly Wing[]): Sender {
  const timers: TimerActions = Object.assign({}, ...wings.map((wing) => wing.timers)) as TimerActions;
  const errands = {
    timers,
    addressees: async (ids: readonly string[]) => {
      const open = wings.flatMap(({ addressees }) => (addressees === undefined ? [] : [addressees(ids)]));
      return (await Promise.all(open)).flat();
    },
    expiring: wings.flatMap((wing) => wing.expiring ?? []),
  };
  return startSender(world, errands, (error) => {
    // The loop goes on; what failed is tried again at its next round.
    process.stderr.write(`sandbox: sending notices failed: ${String(error)}\n`);
  });
}

function machineOf(wings: readonly Wing[], running: Pick<Machine, 'world' | 'calls' | 'sender'>): Machine {
  return {
    ...running,
    faults: wings.flatMap((wing) => wing.faults ?? []),
    records: Object.assign(
      {},
      MACHINE_RECORDS,
      GATEWAY_RECORDS,
      ...wings.map((wing) => wing.records),
    ) as RecordShapes,
    seed: async (tx) => {
      for (const wing of wings) await wing.seed?.(tx);
    },
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
