import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServiceDatabase, type TestDatabase } from '../../../../testing/database.ts';
import { openDatabase, type OpenDatabase } from '../../db/open.ts';
import { inTransaction } from '../../db/tx.ts';
import { movableClock } from '../../lib/clock.ts';
import { uuidAt } from '../../lib/ids.ts';
import { raise, raiseFragment } from './index.ts';

let database: TestDatabase;
let open: OpenDatabase;
const clock = movableClock();

beforeAll(async () => {
  database = await createServiceDatabase();
  open = openDatabase({ url: database.url, connectionsMax: 4, name: 'test' });
});

afterAll(async () => {
  await open.close();
  await database.drop();
});

test('x', async () => {
  const merchant_id = uuidAt(clock.now());
  const id = await inTransaction(open.db, (tx) => raise(tx, clock, { type: 'merchant.onboarding_updated', channel_id: null, merchant_id, object: { merchant_id } }));
  const rows = await sql`select * from events`.execute(open.db);
  expect(rows.rows).toMatchObject([{ state: 'no_subscriber' }]);
  const f = raiseFragment(clock, { type: 'merchant.onboarding_updated', channel_id: merchant_id, merchant_id, object: { merchant_id } }, sql`exists (select from s)`);
  await sql`with s as (select 1 where false), ${f.ctes} select 1`.execute(open.db);
  expect((await sql`select * from events`.execute(open.db)).rows).toHaveLength(1);
  console.log(id, rows.rows);
});
