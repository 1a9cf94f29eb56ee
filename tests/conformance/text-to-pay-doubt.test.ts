import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeChannel, makeConnectedMerchant, recordedEvents, type TestMerchant } from '../world/actors.ts';
import {
  askBody,
  cancelText,
  invoiceTextedTo,
  messagesTo,
  payInvoice,
  readText,
  sendText,
  textPath,
} from '../world/texts.ts';
import { startWorld, type World } from '../world/world.ts';
import { as, expectProblem, expectRefused, NOBODY } from './support.ts';

// Sends whose outcome nobody heard, and sends that certainly came to nothing: one message at most, ever.

const AFTER = ['error_after_commit', 'reset_after_commit', 'garbage', 'hang_after_commit'];
const BEFORE = ['error', 'reset', 'hang'];
const DAY = 86_400;

let world: World;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startWorld({ providerLimits: { callTimeoutMs: 5_000 } });
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
});
afterEach(async () => {
  await world.control('DELETE', 'faults');
  await world.control('POST', 'notices/release');
  await world.drain();
});
afterAll(() => world.close());

const arm = (operation: string, mode: string, more: object = {}) =>
  world.control('POST', 'faults', { operation, mode, times: 1, ...more });
const holdNotices = () => world.control('POST', 'notices', { mode: 'hold' });
const later = async (seconds: number) => {
  await world.advance(seconds);
  await world.drain();
};
const settle = (id: string, status: string) => world.operator('POST', `text-to-pay/${id}/settle`, { status });
const openOf = async (id: string) =>
  (await world.operator('GET', 'unsettled?limit=200')).body.items.find(
    (item: { id: string }) => item.id === id,
  );
const invoices = async () => (await world.control('GET', 'invoices?limit=100')).body.items;
const invoiceOf = async (id: string) =>
  (await invoices()).find((one: { detail: { reference?: string } }) => one.detail.reference === id);

/** A request of which nobody heard whether it was texted. */
async function stuck(mode: string) {
  const phone = askBody()['phone'] as string;
  const key = randomUUID();
  await arm('messages.send', mode);
  const body = askBody({ phone });
  const sent = await sendText(world, merchant, body, key);
  expect([sent.status, sent.body.status]).toEqual([201, 'sending']);
  return { id: sent.body.id as string, phone, body, key };
}

describe('a message whose answer was lost', () => {
  test.each(AFTER)('by %s is found at the carrier, and was sent once', async (mode) => {
    await holdNotices();
    const { id, phone, body, key } = await stuck(mode);
    expect((await sendText(world, merchant, body, key)).body).toMatchObject({ id, status: 'sending' });
    await later(10);
    expect(await readText(world, merchant, id)).toMatchObject({ id, status: 'pending' });
    expect([await openOf(id), (await messagesTo(world, phone)).length]).toEqual([undefined, 1]);
  });

  test('is known as sent once the carrier tells of it', async () => {
    const { id } = await stuck('error_after_commit');
    await world.drain();
    await later(3);
    expect((await readText(world, merchant, id)).status).toBe('pending');
  });

  test('is paid when it is paid, which shows that it was sent', async () => {
    await holdNotices();
    const { id, phone } = await stuck('error_after_commit');
    await world.control('POST', 'notices/release');
    const invoice = (await invoiceOf(id)).id;
    expect(invoice).toBe(await invoiceTextedTo(world, phone));
    expect((await payInvoice(world, invoice)).status).toBe(200);
    await world.drain();
    expect((await readText(world, merchant, id)).status).toBe('paid');
    const told = (await recordedEvents(world, merchant.merchant_id)).filter(
      ({ type, object }) => type === 'text_to_pay.paid' && object['id'] === id,
    );
    expect(told).toHaveLength(1);
  });

  test.each(BEFORE)('by %s before it was sent stays sending, whatever time goes by', async (mode) => {
    const { id, phone, body, key } = await stuck(mode);
    expectRefused(await cancelText(world, merchant, id), 409, undefined, { status: 'sending' });
    await later(60);
    expect(await openOf(id)).toMatchObject({
      kind: 'text_message',
      state: 'unknown',
      amount_cents: 15_000,
      transaction_id: null,
      needs_person: false,
      last_problem: 'the carrier does not show the message',
    });
    await later(8 * DAY);
    expect(await openOf(id)).toMatchObject({ needs_person: true });
    expect((await world.operator('POST', `unsettled/${id}/check`)).body).toEqual({ id, settled: false });
    expect((await sendText(world, merchant, body, key)).body).toMatchObject({ id, status: 'sending' });
    expect(await messagesTo(world, phone)).toEqual([]);
    const listed = (await world.call('GET', `${textPath()}?status=sending`, as(merchant))).body;
    expect(listed.items.map((item: { id: string }) => item.id)).toContain(id);
    expect((await settle(id, 'canceled')).body.status).toBe('canceled');
  });
});

describe('the operator settles one that is stuck', () => {
  test('as sent: it waits for its payer', async () => {
    const { id } = await stuck('error');
    const settled = await settle(id, 'pending');
    expect([settled.status, settled.body]).toEqual([200, await readText(world, merchant, id)]);
    expect(settled.body.status).toBe('pending');
    await payInvoice(world, (await invoiceOf(id)).id);
    await world.drain();
    expect((await readText(world, merchant, id)).status).toBe('paid');
    expectRefused(await settle(id, 'canceled'), 409);
  });

  test('as not sent: the provider withdraws the invoice first', async () => {
    const { id } = await stuck('error');
    await arm('invoices.cancel', 'error');
    expectRefused(await settle(id, 'canceled'), 502);
    expect((await readText(world, merchant, id)).status).toBe('sending');
    expect((await settle(id, 'canceled')).body.status).toBe('canceled');
    expect((await invoiceOf(id)).status).toBe('CANCELLED');
    const audit = (await world.operator('GET', 'audit?limit=5')).body.items;
    expect(audit[0]).toMatchObject({ action: 'text_to_pay.settled', subject: id });
  });

  test('and no other', async () => {
    const { id } = (await sendText(world, merchant)).body;
    expectRefused(await settle(id, 'canceled'), 409);
    expectRefused(await settle(NOBODY, 'canceled'), 404);
    expectProblem(await settle(id, 'paid'), ['body', 'status']);
  });
});

describe('nothing was texted, and nothing is left to be paid', () => {
  const refusedBy = async (operation: string, mode: string, more: object = {}) => {
    const before = (await invoices()).map(({ id }: { id: string }) => id);
    const key = randomUUID();
    const body = askBody();
    await arm(operation, mode, more);
    const refused = await sendText(world, merchant, body, key);
    await world.drain();
    const made = (await invoices()).filter(({ id }: { id: string }) => !before.includes(id));
    expect(made.filter(({ status }: { status: string }) => status === 'UNPAID')).toEqual([]);
    expect(await messagesTo(world, String(body['phone']))).toEqual([]);
    // The key is free again.
    expect((await sendText(world, merchant, body, key)).body.status).toBe('pending');
    return refused;
  };

  test.each(['invoices.create', 'invoices.send'])('when %s fails, whatever came of it', async (operation) => {
    for (const mode of [...BEFORE, ...AFTER]) expectRefused(await refusedBy(operation, mode), 503);
    expectRefused(await refusedBy(operation, 'refuse', { issue: 'CANNOT_BE_ZERO_OR_NEGATIVE' }), 400);
  });

  const draftsOf = async (body: Record<string, unknown>) =>
    (await invoices()).filter(
      ({ detail }: { detail: { note?: string } }) => detail.note === body['instructions'],
    );

  test.each(['invoices.create', 'invoices.send'])(
    'and no draft stays with the seller when the answer of %s is lost',
    async (operation) => {
      for (const mode of [...BEFORE, ...AFTER]) {
        const body = askBody({ instructions: `Thank you, ${randomUUID()}` });
        await arm(operation, mode);
        expectRefused(await sendText(world, merchant, body), 503);
        await later(60);
        const left = (await draftsOf(body)).filter(
          ({ status }: { status: string }) => status !== 'CANCELLED',
        );
        expect([mode, left]).toEqual([mode, []]);
      }
    },
  );

  test('when the carrier refuses the message, or cannot take it now', async () => {
    const refused = await refusedBy('messages.send', 'refuse', { status: 400, issue: '21610' });
    expectRefused(refused, 400, undefined, { carrier_code: '21610' });
    expect(refused.body.code).toBe('text_refused');
    expectRefused(await refusedBy('messages.send', 'refuse', { status: 429 }), 503);
    expectRefused(await refusedBy('messages.send', 'refuse', { status: 401 }), 503);
  });
});

describe('what the carrier tells', () => {
  const post = (query: string, form: Record<string, string>, signature?: string) =>
    fetch(`${world.base_url}/api/notices/sms${query}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(signature === undefined ? {} : { 'x-twilio-signature': signature }),
      },
      body: new URLSearchParams(form).toString(),
    });

  test('is believed with its signature alone', async () => {
    const { id } = await stuck('error');
    const form = { MessageSid: `SM${'0'.repeat(32)}`, MessageStatus: 'delivered' };
    expect((await post(`?request=${id}`, form)).status).toBe(400);
    expect((await post(`?request=${id}`, form, 'bm8gc2lnbmF0dXJl')).status).toBe(400);
    expect((await post('', form)).status).toBe(422);
    expect((await readText(world, merchant, id)).status).toBe('sending');
    const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    expect((await fetch(`${world.base_url}/api/notices/sms?request=${id}`, json)).status).toBe(415);
    await settle(id, 'canceled');
  });

  test('is shown where the message did not arrive, until somebody pays all the same', async () => {
    const body = askBody({ phone: '+14165550199' });
    const { id } = (await sendText(world, merchant, body)).body;
    await later(1);
    await later(2);
    expect(await readText(world, merchant, id)).toMatchObject({
      status: 'pending',
      provider_status: 'undelivered',
    });
    await payInvoice(world, (await invoiceOf(id)).id);
    await world.drain();
    expect(await readText(world, merchant, id)).toMatchObject({ status: 'paid', provider_status: 'PAID' });
  });
});

test('a deployment that has lost its carrier withdraws nothing, and says so', async () => {
  const losing = await startWorld();
  try {
    const seller = await makeConnectedMerchant(losing, await makeChannel(losing));
    const { id } = (await sendText(losing, seller)).body;
    await losing.restart({ env: { SMS_API_BASE: '' } });
    expectRefused(await cancelText(losing, seller, id), 503);
    expect(await readText(losing, seller, id)).toMatchObject({ status: 'pending' });
    await losing.restart();
    expect((await cancelText(losing, seller, id)).body).toMatchObject({ status: 'canceled' });
  } finally {
    await losing.close();
  }
});

test('a deployment without a carrier texts nothing, and says so', async () => {
  const bare = await startWorld({ env: { SMS_API_BASE: '' } });
  try {
    const seller = await makeConnectedMerchant(bare, await makeChannel(bare));
    const refused = await sendText(bare, seller);
    expectRefused(refused, 503);
    expect(refused.body.code).toBe('rail_not_configured');
    expect((await bare.call('GET', textPath(), as(seller))).body).toMatchObject({ total: 0 });
    expectRefused(await cancelText(bare, seller, NOBODY), 404);
  } finally {
    await bare.close();
  }
});
