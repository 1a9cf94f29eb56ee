import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  CALLER,
  connectedMerchant,
  fingerprintOf,
  type ModuleWorld,
  refusalOf,
  refused,
  startModuleWorld,
  stopping,
  trailOf,
  transactionOf,
} from '../../../../tests/world/module-world.ts';
import {
  newProviderId,
  noBecause,
  taken,
  UNKNOWN,
  UNREACHABLE,
} from '../../../../tests/world/scripted-rail.ts';
import type { Carrier, SendMessageOutcome } from '../../carrier/carrier.ts';
import type { Ctx } from '../../context.ts';
import { inTransaction } from '../../db/tx.ts';
import { minor } from '../../lib/money.ts';
import type { ProviderInvoice } from '../../rails/rail.ts';
import { orThrow } from '../../refused.ts';
import { readBackOrder } from '../captures/index.ts';
import { settleNow } from '../doubt/index.ts';
import type { SellingMerchant } from '../sessions/create-session.ts';
import { cancelRequest } from '../payment-requests/cancel-request.ts';
import { lookAtInvoice } from '../payment-requests/look-at-invoice.ts';
import { hearOfMessage } from './hear-of-message.ts';
import { hearOfInvoice } from '../payment-requests/hear-of-invoice.ts';
import { lockRequest, readRequest, updateRequest } from '../payment-requests/queries.ts';
import type { RequestRow } from '../payment-requests/request-row.ts';
import { sendRequest } from './send-request.ts';
import { textMessageDoubt } from './settle.ts';
import { settleByHand } from './settle-by-hand.ts';
import { AMOUNT, ASKED, givenUpOf, shownInvoice } from '../payment-requests/requests.fixture.ts';

const DAY = 86_400;

let world: ModuleWorld;
let merchant: SellingMerchant;
let ctx: Ctx;
let texted: string[];
let answer: () => Promise<SendMessageOutcome>;

beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.script.beginAnew();
  merchant = await connectedMerchant(world);
  texted = [];
  answer = async () => ({ kind: 'taken', message: { message_id: newProviderId('SM'), status: 'queued' } });
  const carrier: Carrier = {
    send: ({ body }) => {
      texted.push(body);
      return answer();
    },
    find: async () => ({ kind: 'missing' }),
    hear: () => null,
  };
  ctx = { ...world.ctx, carrier };
});
afterEach(() => expect(world.script.unused()).toEqual([]));

function bill(provider_invoice_id = newProviderId('INV')): string {
  world.script.answer('invoices.draft', { kind: 'drafted', provider_invoice_id });
  world.script.answer('invoices.publish', {
    kind: 'payable',
    pay_url: `https://pay.example/${provider_invoice_id}`,
  });
  return provider_invoice_id;
}
async function send(key: string | null = null, more = ctx): Promise<RequestRow> {
  const of = {
    merchant_id: merchant.merchant_id,
    actor: CALLER,
    asked: ASKED,
    key: key === null ? null : { key, fingerprint: fingerprintOf('body') },
  };
  return orThrow(await sendRequest(more, of)).request;
}
const pending = () => {
  bill();
  return send();
};
const read = async ({ id }: Pick<RequestRow, 'id'>) => (await readRequest(ctx.db, id))!;
const shows = (request: RequestRow, invoice: Partial<ProviderInvoice>) =>
  world.script.answer('invoices.read', shownInvoice(request, invoice));
const paidBy = ({ provider_invoice_id }: RequestRow, amount = AMOUNT) =>
  taken({ amount: minor(amount), platform_fee_collected: null }, provider_invoice_id!);
const waiting = async () => {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(ctx.db);
  return rows[0]!.waiting;
};
const givenUp = () => givenUpOf(ctx, merchant);
const look = async () => lookAtInvoice(ctx, (await givenUp()).request);
const eventsOf = async () =>
  (
    await sql<{ type: string }>`
      select type from events where merchant_id = ${merchant.merchant_id} and type like any(array['payment%', 'text%'])
      order by id`.execute(ctx.db)
  ).rows.map(({ type }) => type);

describe('a request', () => {
  test('is written down before anything is asked for, and its invoice before it can be paid', async () => {
    const seen: unknown[] = [];
    const { script } = world;
    const look = async () => {
      const { rows } = await sql`
        select state, step, provider_invoice_id from text_to_pay_requests
        where merchant_id = ${merchant.merchant_id}`.execute(ctx.db);
      seen.push(...rows);
    };
    script.answerBy('invoices.draft', async () => {
      await look();
      return { kind: 'drafted', provider_invoice_id: 'INV-seen' };
    });
    script.answerBy('invoices.publish', async () => {
      await look();
      return { kind: 'payable', pay_url: 'https://pay.example/seen' };
    });
    answer = async () => {
      await look();
      return { kind: 'taken', message: { message_id: 'SM-seen', status: 'queued' } };
    };
    await send();
    expect(seen).toEqual([
      { state: 'sending', step: 'invoice', provider_invoice_id: null },
      { state: 'sending', step: 'invoice', provider_invoice_id: 'INV-seen' },
      { state: 'sending', step: 'message', provider_invoice_id: 'INV-seen' },
    ]);
    expect(texted).toEqual([expect.stringMatching(/ 10\.00 USD .* https:\/\/pay\.example\/seen$/)]);
  });

  test('under a key that is in use waits for what comes of it', async () => {
    bill();
    const key = randomUUID();
    const { promise, resolve } = Promise.withResolvers<SendMessageOutcome>();
    answer = () => promise;
    const first = send(key);
    await expect.poll(() => texted.length).toBe(1);
    const second = send(key);
    expect(await refusalOf(send(key, { ...ctx, cut: stopping(world).cut }))).toBe('outcome_unknown');
    resolve({ kind: 'taken', message: { message_id: newProviderId('SM'), status: 'queued' } });
    expect((await second).id).toBe((await first).id);
    expect(texted).toHaveLength(1);
  });

  test('whose call fails on our side before the message gives the key back, and its invoice', async () => {
    const key = randomUUID();
    world.script.answer('invoices.draft', { kind: 'drafted', provider_invoice_id: newProviderId('INV') });
    world.script.answerBy('invoices.publish', () => Promise.reject(new Error('a fault of ours')));
    await expect(send(key)).rejects.toThrow('a fault of ours');
    await expect
      .poll(async () => {
        const { rows } = await sql<{ state: string; poll_at: Date | null }>`
          select state, poll_at from text_to_pay_requests where merchant_id = ${merchant.merchant_id}`.execute(
          ctx.db,
        );
        return rows.map(({ state, poll_at }) => [state, poll_at !== null]);
      })
      .toEqual([['refused', true]]);
    bill();
    expect((await send(key)).state).toBe('pending');
  });

  test('that a dead process left before the message was begun was not sent', async () => {
    world.script.answer('invoices.draft', { kind: 'drafted', provider_invoice_id: newProviderId('INV') });
    world.script.answerBy('invoices.publish', () => new Promise(() => undefined));
    void send(randomUUID());
    await expect.poll(() => world.script.asked('invoices.publish').length).toBe(1);
    const { rows } = await sql<{ id: string }>`
      select id from text_to_pay_requests where merchant_id = ${merchant.merchant_id}`.execute(ctx.db);
    const { id } = rows[0]!;
    expect(await settleNow(ctx, textMessageDoubt, id)).toEqual({ isSettled: false });
    world.ctx.clock.move(31);
    expect(await settleNow(ctx, textMessageDoubt, id)).toEqual({ isSettled: true });
    expect((await read({ id })).state).toBe('refused');
    expect(texted).toEqual([]);
  });

  test('is not given up where its message is begun while that is being decided', async () => {
    world.script.answer('invoices.draft', { kind: 'drafted', provider_invoice_id: newProviderId('INV') });
    world.script.answerBy('invoices.publish', () => new Promise(() => undefined));
    void send(randomUUID());
    await expect.poll(() => world.script.asked('invoices.publish').length).toBe(1);
    const { rows } = await sql<{ id: string }>`
      select id from text_to_pay_requests where merchant_id = ${merchant.merchant_id}`.execute(ctx.db);
    const { id } = rows[0]!;
    world.ctx.clock.move(31);
    const settled = await inTransaction(ctx.db, async (tx) => {
      await lockRequest(tx, id);
      const settling = textMessageDoubt.settle(ctx, id, ctx.clock.now());
      await expect.poll(waiting).toBe(1);
      const change = { step: 'message', pay_url: 'https://pay.example/begun' } as const;
      await updateRequest(tx, id, { ...change, updated_at: ctx.clock.now() });
      return { settling };
    });
    expect(await settled.settling).toEqual({ isAnswered: false });
    expect((await read({ id })).state).toBe('sending');
  });

  test('whose carrier is gone when the message is begun was not sent', async () => {
    world.script.answer('invoices.draft', { kind: 'drafted', provider_invoice_id: newProviderId('INV') });
    const less: { -readonly [K in keyof Ctx]: Ctx[K] } = { ...ctx };
    world.script.answerBy('invoices.publish', async () => {
      less.carrier = null;
      return { kind: 'payable', pay_url: 'https://pay.example/gone' };
    });
    expect(await refusalOf(send(randomUUID(), less))).toBe('rail_not_configured');
    const { rows } = await sql<{ id: string }>`
      select id from text_to_pay_requests where merchant_id = ${merchant.merchant_id}`.execute(ctx.db);
    const { id } = rows[0]!;
    expect(await read({ id })).toMatchObject({ state: 'sending', step: 'invoice' });
    world.ctx.clock.move(31);
    expect(await settleNow(ctx, textMessageDoubt, id)).toEqual({ isSettled: true });
    expect((await read({ id })).state).toBe('refused');
  });

  test('that was given up before its invoice was drafted is not published, and told as not sent', async () => {
    world.script.answerBy('invoices.draft', async () => {
      await sql`
        update text_to_pay_requests set state = 'refused', refusal = 'provider_unavailable', next_check_at = null
        where merchant_id = ${merchant.merchant_id}`.execute(ctx.db);
      return { kind: 'drafted', provider_invoice_id: newProviderId('INV') };
    });
    expect(await refusalOf(send(randomUUID()))).toBe('provider_unavailable');
    expect(texted).toEqual([]);
    const { request } = await givenUp();
    expect(request.provider_invoice_id).not.toBeNull();
    world.script.answer('invoices.withdraw', { kind: 'withdrawn' });
    shows(request, { status: 'unpublished', status_raw: 'DRAFT' });
    await look();
    expect((await givenUp()).is_polled).toBe(false);
  });

  test('that was refused before its message was answered is told as refused', async () => {
    bill();
    answer = async () => {
      await sql`
        update text_to_pay_requests set state = 'refused', refusal = 'provider_unavailable', next_check_at = null
        where merchant_id = ${merchant.merchant_id}`.execute(ctx.db);
      return { kind: 'taken', message: { message_id: newProviderId('SM'), status: 'queued' } };
    };
    expect(await refusalOf(send())).toBe('provider_unavailable');
  });
});

describe('the trail', () => {
  const requested = [CALLER, 'text_to_pay.requested', { amount_cents: AMOUNT, currency: 'USD' }];
  const cancel = ({ id: request_id }: RequestRow) =>
    cancelRequest(ctx, { merchant_id: merchant.merchant_id, actor: CALLER, request_id }).then(orThrow);

  test('tells who asked and who took it back, each once, and nothing of the payer', async () => {
    bill();
    const request = await send('key');
    expect((await send('key')).id).toBe(request.id);
    world.script.answer('invoices.withdraw', UNREACHABLE, { kind: 'withdrawn' });
    expect(await refusalOf(cancel(request))).toBe('text_cancel_failed');
    await cancel(request);
    expect(await refusalOf(cancel(request))).toBe('text_not_cancelable');
    expect(await trailOf(world, request.id)).toEqual([requested, [CALLER, 'text_to_pay.canceled', {}]]);
  });

  test('has nobody for what was withdrawn past us, and the operator for what is settled', async () => {
    const withdrawn = await pending();
    shows(withdrawn, { status: 'unpayable', status_raw: 'CANCELLED' });
    await lookAtInvoice(ctx, withdrawn);
    expect((await read(withdrawn)).state).toBe('canceled');
    expect(await trailOf(world, withdrawn.id)).toEqual([requested]);
    answer = async () => ({ kind: 'unknown', problem: 'no answer' });
    const stuck = await pending();
    world.script.answer('invoices.withdraw', { kind: 'withdrawn' });
    orThrow(await settleByHand(ctx, { request_id: stuck.id, status: 'canceled' }));
    const settled = ['operator', 'text_to_pay.settled', { status: 'canceled' }];
    expect(await trailOf(world, stuck.id)).toEqual([requested, settled]);
  });
});

describe('a request is looked up once', () => {
  const lookedUp = async (work: (counting: Ctx) => Promise<unknown>) => {
    let times = 0;
    const db = ctx.db.withPlugin({
      transformQuery: ({ node }) => {
        const isRead = node.kind === 'SelectQueryNode';
        if (isRead && JSON.stringify(node.from).includes('"text_to_pay_requests"')) times += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await work({ ...ctx, db });
    return times;
  };

  test('when the carrier tells of its message', async () => {
    const request = await pending();
    const { message_id } = await read(request);
    const carrier = { ...ctx.carrier!, hear: () => ({ message_id: message_id!, status: 'delivered' }) };
    const told = { request_id: request.id, headers: {}, raw_body: Buffer.from('') };
    expect(await lookedUp((counting) => hearOfMessage({ ...counting, carrier }, told))).toBe(1);
    expect((await read(request)).message_status).toBe('delivered');
  });

  test('when the provider tells of its invoice, which is not paid yet', async () => {
    const request = await pending();
    shows(request, {});
    const { provider, provider_invoice_id: id, rail_account_id } = request;
    const heard = { provider, provider_invoice_id: id!, rail_account_id };
    expect(await lookedUp((counting) => hearOfInvoice(counting, heard))).toBe(1);
    expect((await read(request)).invoice_status).toBe('UNPAID');
  });
});

describe('what a caller is told of a provider that does not make the invoice', () => {
  test.each([
    ['invoices_access_denied', { kind: 'denied', refusal: noBecause('PERMISSION_DENIED') }],
    ['payment_refused', { kind: 'refused', refusal: noBecause('INVALID_CURRENCY_CODE') }],
    ['provider_unavailable', UNREACHABLE],
    ['provider_unavailable', UNKNOWN],
  ] as const)('%s', async (name, outcome) => {
    world.script.answer('invoices.draft', outcome);
    expect((await refused(send()))?.refusal).toBe(name);
    expect(texted).toEqual([]);
  });
});

describe('an invoice that is paid', () => {
  test('by other money is no payment, and needs a person', async () => {
    const request = await pending();
    const paid = paidBy(request, AMOUNT - 1);
    shows(request, { status: 'paid', status_raw: 'PAID', paid });
    expect(await lookAtInvoice(ctx, request)).toBe('open');
    const after = await read(request);
    expect(after.state).toBe('pending');
    expect((await transactionOf(world, after.transaction_id!)).status).toBe('created');
    expect(await eventsOf()).toEqual(['payment.created']);
    // Looked at again, there is still one transaction, and it is open for a person.
    shows(request, { status: 'paid', status_raw: 'PAID', paid });
    await lookAtInvoice(ctx, after);
    expect((await read(request)).transaction_id).toBe(after.transaction_id);
    const { rows } = await sql<{ last_problem: string }>`
      select last_problem from capture_attempts where transaction_id = ${after.transaction_id}`.execute(
      ctx.db,
    );
    expect(rows).toEqual([{ last_problem: expect.stringContaining('another amount') }]);
  });

  test('is settled once, whether its invoice or its payment is heard of first', async () => {
    const request = await pending();
    const paid = paidBy(request);
    shows(request, { status: 'paid', status_raw: 'PAID', paid });
    shows(request, { status: 'paid', status_raw: 'PAID', paid });
    await Promise.all([lookAtInvoice(ctx, request), lookAtInvoice(ctx, request)]);
    const { transaction_id } = await read(request);
    world.script.answer('payments.find', { kind: 'found', order: paid.order });
    await readBackOrder(ctx, await transactionOf(world, transaction_id!));
    expect(await eventsOf()).toEqual([
      ...['payment.created', 'payment.approved', 'payment.captured'],
      'text_to_pay.paid',
    ]);
    expect(await transactionOf(world, transaction_id!)).toMatchObject({
      ...{ status: 'captured', platform_fee_cents: 0, provider_order_id: request.provider_invoice_id },
      description: 'Boiler service',
    });
  });

  test('is dated by its payment, however late that is heard of', async () => {
    const request = await pending();
    const paid_at = new Date(ctx.clock.now().getTime() + 60_000);
    world.ctx.clock.move(40 * DAY);
    const paid = taken(
      { ...paidBy(request).capture, captured_at: paid_at.toISOString() },
      request.provider_invoice_id!,
    );
    shows(request, { status: 'paid', status_raw: 'PAID', paid });
    await lookAtInvoice(ctx, request);
    const { transaction_id, resolved_at } = await read(request);
    const times = { created_at: paid_at, approved_at: paid_at, captured_at: paid_at };
    expect(await transactionOf(world, transaction_id!)).toMatchObject(times);
    expect(resolved_at).toEqual(paid_at);
  });

  test('though nobody could read by what is looked at until somebody can, whatever time goes by', async () => {
    const request = await pending();
    world.ctx.clock.move(40 * DAY);
    shows(request, { status: 'paid', status_raw: 'PAID' });
    // What tells of it is told again.
    expect(await lookAtInvoice(ctx, await read(request))).toBe('unread');
    expect(await read(request)).toMatchObject({ state: 'pending', invoice_status: 'PAID' });
    shows(request, { status: 'paid', status_raw: 'PAID', paid: paidBy(request) });
    expect(await lookAtInvoice(ctx, await read(request))).toBe('ended');
    expect((await read(request)).state).toBe('paid');
  });

  test('past the provider is paid without a transaction', async () => {
    const request = await pending();
    shows(request, { status: 'paid_elsewhere', status_raw: 'MARKED_AS_PAID' });
    expect(await lookAtInvoice(ctx, request)).toBe('ended');
    expect(await read(request)).toMatchObject({ state: 'paid', transaction_id: null });
    expect(await eventsOf()).toEqual(['text_to_pay.paid']);
  });

  test('after it was canceled here is paid all the same', async () => {
    const request = await pending();
    world.script.answer('invoices.withdraw', { kind: 'withdrawn' });
    const of = { merchant_id: merchant.merchant_id, actor: CALLER, request_id: request.id };
    const { request: canceled } = orThrow(await cancelRequest(ctx, of));
    expect(canceled.state).toBe('canceled');
    shows(request, { status: 'paid', status_raw: 'PAID', paid: paidBy(request) });
    expect(await lookAtInvoice(ctx, canceled)).toBe('ended');
    expect((await read(request)).state).toBe('paid');
  });
});
