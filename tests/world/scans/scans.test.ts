import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { capture, makeChannel, makeConnectedMerchant, makeOrder } from '../actors.ts';
import { startWorld, type World } from '../world.ts';
import { askByEachFilter } from './filters.ts';
import { runEverything } from './flows.ts';
import { growDatabase, GROWING } from './growth.ts';
import { allHeard } from './heard.ts';
import { findScans } from './plans.ts';
import { readsDuring } from './reads.ts';
import { type Statement, watchStatements } from './statements.ts';

const SLOW_MS = 180_000;
const CAPTURES = 10;
// What its own rows take to find, and what the sweeps look at meanwhile. All the attempts of before are thousands.
const READ_PER_CAPTURE_MAX = 50;
// Fewer would mean that the service is not heard any more, and that nothing here is judged.
const STATEMENTS_MIN = 200;

const heard: Statement[] = [];
let forget: () => void;
let world: World;
let client: Client;

beforeAll(async () => {
  forget = watchStatements((statement) => heard.push(statement));
  world = await startWorld();
  client = new Client({ connectionString: world.database_url });
  await client.connect();
  // The partitions of today are there before the rows are: a default partition that holds some of today is read from one end
  // to the other whenever one is to be made.
  await world.drain();
  await growDatabase(client);
}, SLOW_MS);
afterAll(async () => {
  forget();
  // They are no events of the service's, as the world makes sure of when it ends.
  await client.query("delete from events where body = '{}'");
  await client.end();
  await world.close();
});

test(
  'a capture reads a few attempts, however many there were before',
  async () => {
    const merchant = await makeConnectedMerchant(world, await makeChannel(world));
    const orders: { order_id: string }[] = [];
    for (let nth = 0; nth < CAPTURES; nth += 1) orders.push(await makeOrder(world, merchant));
    const reads = await readsDuring(world, client, async () => {
      for (const { order_id } of orders) expect((await capture(world, merchant, order_id)).status).toBe(200);
    });
    expect(reads.get('capture_attempts')!.read / CAPTURES).toBeLessThan(READ_PER_CAPTURE_MAX);
  },
  SLOW_MS,
);

test(
  'nothing that the service does reads a table that grows from one end to the other',
  async () => {
    const reads = await readsDuring(world, client, () => runEverything(world));
    expect(GROWING.filter((table) => reads.get(table)!.scanned > 0)).toEqual([]);
    expect(heard.length).toBeGreaterThan(STATEMENTS_MIN);
    // What is judged behind all tests was written down in this one too.
    expect(allHeard().map(({ text }) => text)).toEqual(expect.arrayContaining(heard.map(({ text }) => text)));
    expect(await findScans(client, heard, GROWING)).toEqual([]);
  },
  SLOW_MS,
);

test(
  'no filter of a list reads a table that grows from one end to the other, when nothing else is asked for',
  async () => {
    const channel = await makeChannel(world);
    const { merchant_id } = await makeConnectedMerchant(world, channel);
    const asked: Statement[] = [];
    const forgetAsked = watchStatements((statement) => asked.push(statement));
    const by = [
      { key: world.operator_token },
      { key: channel.key },
      { key: channel.key, merchant: merchant_id },
    ];
    expect(await askByEachFilter(world, by)).toEqual([]);
    forgetAsked();
    expect(await findScans(client, asked, GROWING)).toEqual([]);
  },
  SLOW_MS,
);
