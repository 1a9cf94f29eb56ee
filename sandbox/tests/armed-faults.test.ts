import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '../../tests/world/database.ts';
import { noFaults, refreshArmed } from '../machine/store/armed-faults.ts';
import { openDatabase } from '../machine/store/database.ts';
import { insertRecord } from '../machine/store/records.ts';
import type { Fault } from '../machine/store/shapes.ts';
import type { Db } from '../machine/store/sql.ts';

let db: Db;
beforeAll(async () => {
  db = await openDatabase((await createDatabase()).url);
});
afterAll(() => db.destroy());

const FAULT: Fault = {
  ...{ fault_id: '1', operation: 'orders.capture', mode: 'refuse', times: 1, remaining: 1 },
  ...{ status: null, issue: null, retry_after: null, delay_ms: null, created_at: '2030-01-01T00:00:00Z' },
};

test('a reading from before a fault was armed does not hide it, however late it comes', async () => {
  const armed = noFaults();
  const [read, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      read.resolve();
      await late.promise;
      return result;
    },
  });
  const before = refreshArmed({ db: slow, armed });
  await read.promise;
  await insertRecord(db, 'fault', FAULT.fault_id, FAULT);
  await refreshArmed({ db, armed });
  late.resolve();
  await before;
  expect([...armed.operations]).toEqual(['orders.capture']);
});
