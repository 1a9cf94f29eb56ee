import { releaseNotices, setNoticeMode } from '../notices/mode.ts';
import { conflict, unprocessable } from '../refusal.ts';
import { armFault, clearFaults, FAULT_OPERATIONS, refreshArmed, type NewFault } from '../faults/board.ts';
import { noticeMode } from '../../ppcp/notices/raise.ts';
import type { Sender } from '../notices/sender.ts';
import { configureReceiver, RECEIVER_NAME, showReceiver } from '../../receivers/receivers.ts';
import type { CallLog } from '../store/call-log.ts';
import { listRecords, readRecord } from '../store/records.ts';
import type { NoticeMode } from '../store/shapes.ts';
import type { Kind } from '../../ppcp/shapes/shapes.ts';
import { resetState, restoreSnapshot, takeSnapshot, type Snapshot } from '../store/snapshot.ts';
import { inTransaction } from '../store/sql.ts';
import type { World } from '../world.ts';
import { pageOf, type ControlCall, type ControlRoute } from './route.ts';
import * as schemas from '../../ppcp/control/schemas.ts';

const SNAPSHOT_BYTES_MAX = 256 * 1_048_576;

const SNAPSHOT_KINDS: ReadonlySet<string> = new Set<Kind>([
  'account',
  'referral',
  'integration',
  'order',
  'capture',
  'refund',
  'setup_token',
  'payment_token',
  'replay',
  'invoice',
  'dispute',
  'domain',
  'payable_invoice',
  'message',
  'webhook',
  'event',
  'delivery',
  'timer',
  'fault',
  'setting',
  'receiver',
  'received',
]);

export interface Machine {
  world: World;
  calls: CallLog;
  sender: Sender;
}

/** What can be done to the stand-in itself: faults, notices, log, receivers, state, clock. */
export function machineRoutes(machine: Machine): ControlRoute[] {
  return [
    ...faultRoutes(machine.world),
    ...noticeRoutes(machine),
    ...receiverRoutes(machine.world),
    ...stateRoutes(machine),
    ...clockRoutes(machine.world),
  ];
}

function faultRoutes(world: World): ControlRoute[] {
  return [
    {
      method: 'GET',
      path: '/faults',
      summary: 'Lists the armed faults',
      paged: true,
      handle: ({ query }) => listRecords(world.db, 'fault', pageOf(query)),
    },
    {
      method: 'POST',
      path: '/faults',
      summary: 'Arms a fault for the next `times` calls of an operation',
      body: schemas.faultBody,
      status: 201,
      handle: ({ body }) => {
        const fault = { times: 1, ...body } as NewFault;
        const known: readonly string[] = FAULT_OPERATIONS;
        if (!known.includes(fault.operation)) {
          unprocessable(`operation: ${fault.operation} is not one of ${known.join(', ')}`);
        }
        return armFault(world, fault);
      },
    },
    {
      method: 'DELETE',
      path: '/faults',
      summary: 'Removes every armed fault',
      body: schemas.emptyBody,
      handle: async () => ({ cleared: await clearFaults(world) }),
    },
  ];
}

function noticeRoutes({ world, sender }: Machine): ControlRoute[] {
  return [
    {
      method: 'GET',
      path: '/notices',
      summary: "Lists the provider's webhooks, one row per delivery, newest first",
      paged: true,
      handle: async ({ query }) => {
        const page = await listRecords(world.db, 'delivery', pageOf(query));
        const items = [];
        for (const delivery of page.items) {
          const event = await readRecord(world.db, 'event', delivery.event_id);
          items.push({ ...delivery, body: event === null ? null : (JSON.parse(event.body) as unknown) });
        }
        return { ...page, items };
      },
    },
    {
      method: 'GET',
      path: '/notices/mode',
      summary: 'Says how notices are treated now',
      handle: async () => ({ mode: await noticeMode(world.db) }),
    },
    {
      method: 'POST',
      path: '/notices',
      summary: 'Says how notices are treated: deliver, hold, duplicate, shuffle',
      body: schemas.noticesBody,
      handle: async ({ body }) => {
        await setNoticeMode(world, body['mode'] as NoticeMode);
        return { mode: body['mode'] };
      },
    },
    {
      method: 'POST',
      path: '/notices/release',
      summary: 'Sends what was held (in random order after shuffle) and goes back to deliver',
      body: schemas.emptyBody,
      handle: async () => {
        const released = await releaseNotices(world);
        const sent = await sender.drain();
        return { released, sent, mode: 'deliver' };
      },
    },
  ];
}

function receiverRoutes(world: World): ControlRoute[] {
  const nameOf = ({ params }: ControlCall): string => {
    const name = params['name'] ?? '';
    return RECEIVER_NAME.test(name) ? name : unprocessable('name: letters, digits, _ and -, at most 64');
  };
  return [
    {
      method: 'PUT',
      path: '/receivers/:name',
      summary: 'Sets how https://receiver.sandbox.test/{name} answers; what is not given stays',
      body: schemas.receiverBody,
      handle: async (call) => {
        await configureReceiver(world, nameOf(call), call.body);
        return showReceiver(world, nameOf(call));
      },
    },
    {
      method: 'GET',
      path: '/receivers/:name',
      summary: 'Shows a receiver and what it took, newest last',
      handle: (call) => showReceiver(world, nameOf(call)),
    },
  ];
}

function stateRoutes({ world, calls }: Machine): ControlRoute[] {
  return [
    {
      method: 'GET',
      path: '/requests',
      summary: 'Lists the calls received, newest first',
      paged: true,
      handle: ({ query }) => calls.list(pageOf(query)),
    },
    {
      method: 'POST',
      path: '/reset',
      summary: 'Back to a fresh sandbox: one ready seller, one funded buyer',
      body: schemas.emptyBody,
      handle: async () => {
        await calls.settle();
        await inTransaction(world.db, (tx) => resetState(tx, world));
        await refreshArmed(world);
        return { reset: true };
      },
    },
    {
      method: 'GET',
      path: '/snapshot',
      summary: 'The whole state as one document',
      handle: () => takeSnapshot(world.db),
    },
    {
      method: 'PUT',
      path: '/snapshot',
      summary: 'Replaces the whole state by such a document',
      body: schemas.snapshotBody,
      bodyLimit: SNAPSHOT_BYTES_MAX,
      handle: async ({ body }) => {
        const snapshot = body as unknown as Snapshot;
        const unknown = snapshot.records.find(({ kind }) => !SNAPSHOT_KINDS.has(kind));
        if (unknown !== undefined) unprocessable(`records: kind ${unknown.kind} is not known`);
        await inTransaction(world.db, (tx) => restoreSnapshot(tx, snapshot));
        await refreshArmed(world);
        return { records: snapshot.records.length };
      },
    },
  ];
}

function clockRoutes(world: World): ControlRoute[] {
  return [
    {
      method: 'PUT',
      path: '/clock',
      summary: 'Sets the clock of a stand-alone sandbox; an embedded one follows its owner (409)',
      body: schemas.clockBody,
      handle: async ({ body }) => {
        if (world.moveClock === null) conflict('The clock belongs to whoever started this sandbox');
        world.moveClock(Number(body['offset_seconds']));
        world.sender.wake();
        return { now: world.clock.now().toISOString(), offset_seconds: body['offset_seconds'] };
      },
    },
    {
      method: 'GET',
      path: '/clock',
      summary: "The provider's present time",
      handle: async () => ({ now: world.clock.now().toISOString() }),
    },
  ];
}
