import { releaseNotices, setNoticeMode } from '../notices/mode.ts';
import { conflict, unprocessable } from '../refusal.ts';
import type { LoggedCall } from '../store/call-log.ts';
import { refreshArmed } from '../store/armed-faults.ts';
import { armFault, clearFaults, type NewFault } from '../faults/board.ts';
import { noticeMode } from '../notices/queue.ts';
import { listRecords, readRecord } from '../store/records.ts';
import type { NoticeMode } from '../store/shapes.ts';
import {
  misfitOfSnapshot,
  resetState,
  restoreSnapshot,
  takeSnapshot,
  type Snapshot,
} from '../store/snapshot.ts';
import { inTransaction } from '../store/sql.ts';
import { secondsAhead, type World } from '../world.ts';
import { shownText } from '../http/json.ts';
import type { Machine } from '../machine.ts';
import { emptyBody } from './fields.ts';
import { pageOf, type ControlRoute } from './route.ts';
import * as schemas from './schemas.ts';

const SNAPSHOT_BYTES_MAX = 256 * 1_048_576;

/** What can be done to the stand-in itself: faults, notices, log, receivers, state, clock. */
export function machineRoutes(machine: Machine): ControlRoute[] {
  return [
    ...faultRoutes(machine),
    ...noticeRoutes(machine),
    ...stateRoutes(machine),
    ...clockRoutes(machine.world),
  ];
}

function faultRoutes({ world, faults }: Machine): ControlRoute[] {
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
        if (!faults.includes(fault.operation)) {
          unprocessable(`operation: ${fault.operation} is not one of ${faults.join(', ')}`);
        }
        return armFault(world, fault);
      },
    },
    {
      method: 'DELETE',
      path: '/faults',
      summary: 'Removes every armed fault',
      body: emptyBody,
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
          items.push({ ...delivery, body: event === null ? null : shownText(event.body) });
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
      body: emptyBody,
      handle: async () => {
        const released = await releaseNotices(world);
        const sent = await sender.drain();
        return { released, sent, mode: 'deliver' };
      },
    },
  ];
}

// What struck a call is for the inspector.
function callAsSeen({ at, method, path, headers, body, status, answer }: LoggedCall) {
  return { at, method, path, headers, body, status, answer };
}

function stateRoutes({ world, calls, records, seed }: Machine): ControlRoute[] {
  return [
    {
      method: 'GET',
      path: '/requests',
      summary: 'Lists the calls received, newest first',
      paged: true,
      handle: async ({ query }) => {
        const { items, ...page } = await calls.list(pageOf(query));
        return { items: items.map(callAsSeen), ...page };
      },
    },
    {
      method: 'POST',
      path: '/reset',
      summary: 'Back to a fresh sandbox: one ready seller, one funded buyer',
      body: emptyBody,
      handle: async () => {
        await calls.settle();
        await inTransaction(world.db, (tx) => resetState(tx, seed));
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
        const misfit = misfitOfSnapshot(snapshot, records);
        if (misfit !== null) unprocessable(`records: ${misfit}`);
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
        return clockView(world);
      },
    },
    {
      method: 'GET',
      path: '/clock',
      summary: "The provider's present time, and how many seconds it is ahead of the wall clock",
      handle: async () => clockView(world),
    },
  ];
}

function clockView(world: World): object {
  const now = world.clock.now();
  return { now: now.toISOString(), offset_seconds: secondsAhead(now) };
}
