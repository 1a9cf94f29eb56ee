import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeChannel, makeConnectedMerchant } from '../../world/actors.ts';
import { askBody, messagesTo, newPhone, sendText } from '../../world/texts.ts';
import { startWorld } from '../../world/world.ts';
import { withSql } from '../books/books.ts';

test('a request whose database failed between its invoice and its message is texted by whoever asks again', async () => {
  const world = await startWorld();
  try {
    const merchant = await makeConnectedMerchant(world, await makeChannel(world));
    const phone = newPhone();
    const body = askBody({ phone });
    const send = (key: string) => sendText(world, merchant, body, key);
    await withSql(world.database_url, async (db) => {
      await sql`
        create function fail() returns trigger language plpgsql
        as $$ begin raise exception 'out of memory' using errcode = '53200'; end $$`.execute(db);
      await sql`
        create trigger fail before update on text_to_pay_requests for each row
        when (new.step = 'message' and old.step = 'invoice') execute function fail()`.execute(db);
      const key = randomUUID();
      expect((await send(key)).status).toBe(503);
      await sql`drop trigger fail on text_to_pay_requests`.execute(db);
      const [again, beside] = await Promise.all([send(key), send(key)]);
      expect([again.status, beside.status]).toEqual([201, 201]);
      expect(again.body).toMatchObject({ status: 'pending' });
      expect(beside.body).toEqual(again.body);
    });
    expect(await messagesTo(world, phone)).toHaveLength(1);
  } finally {
    await world.close();
  }
});
