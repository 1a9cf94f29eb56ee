import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeCapture,
  makeChannel,
  makeConnectedMerchant,
  refund,
  type TestMerchant,
} from '../../world/actors.ts';
import { askBody, invoiceTextedTo, newPhone, payInvoice, readText, sendText } from '../../world/texts.ts';
import { startWorld, type World } from '../../world/world.ts';
import { whatIsOpen } from '../books/books.ts';

// A refund of which nobody heard whether it was made, and which may not be made any more when it is asked for again, since some of the
// money went back otherwise meanwhile.

const DAY = 86_400;
const SLOW_MS = 600_000;

let world: World;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startWorld();
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
});
afterAll(() => world.close());

async function ofInvoice(): Promise<string> {
  const phone = newPhone();
  const sent = await sendText(world, merchant, askBody({ phone, amount_cents: 2_000 }));
  await payInvoice(world, await invoiceTextedTo(world, phone));
  await world.drain();
  const { transaction_id } = await readText(world, merchant, sent.body.id as string);
  const as = { key: merchant.key, merchant: merchant.merchant_id };
  return (await world.call('GET', `/api/transactions/${transaction_id}`, as)).body
    .provider_capture_id as string;
}

async function ofOrder(): Promise<string> {
  return (await makeCapture(world, merchant, { amount: '20.00' })).capture_id;
}

const BY_ITSELF = 'comes to an end';
const BY_HAND = 'ends when a person says so';
const PART_TAKEN = ['a bank took a part back', 'reverse', { amount: '3.00' }] as const;
const ALL_GIVEN = ['its seller gave all of it back at the wallet', 'refund', {}] as const;

test.each([
  ['an order', BY_ITSELF, ...PART_TAKEN, ofOrder],
  ['an order', BY_ITSELF, ...ALL_GIVEN, ofOrder],
  ['an invoice', BY_ITSELF, ...ALL_GIVEN, ofInvoice],
  // An invoice does not show its refunds, and some of the money is still with the seller.
  ['an invoice', BY_HAND, ...PART_TAKEN, ofInvoice],
])(
  'a refund in doubt of %s %s, where %s meanwhile',
  async (_what, ends, _meanwhile, act, body, pay) => {
    const capture_id = await pay();
    await world.control('POST', 'faults', { operation: 'captures.refund', mode: 'error', times: 1 });
    const asked = { amount: '5.00', key: randomUUID() };
    expect((await refund(world, merchant, capture_id, asked)).status).toBe(503);
    await world.control('POST', `captures/${capture_id}/${act}`, body);
    await world.drain();
    for (const seconds of [10, 40, 150, 700, 4_000, ...Array.from({ length: 11 }, () => 3 * DAY)]) {
      await world.advance(seconds);
      await world.drain();
    }
    const { items } = (await world.operator('GET', 'unsettled')).body as { items: { id: string }[] };
    expect(items).toHaveLength(ends === BY_HAND ? 1 : 0);
    const said = { outcome: 'not_done', note: 'The seller’s account shows no such refund.' };
    for (const { id } of items)
      expect((await world.operator('POST', `unsettled/${id}/settle`, said)).status).toBe(200);
    const mine = (await whatIsOpen(world)).filter((one) => one.includes(asked.key));
    expect(mine).toEqual([]);
  },
  SLOW_MS,
);
