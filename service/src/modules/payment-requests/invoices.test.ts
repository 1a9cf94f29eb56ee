import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  CALLER,
  connectedMerchant,
  type ModuleWorld,
  startModuleWorld,
  transactionOf,
} from '../../../../tests/world/module-world.ts';
import { newProviderId, taken } from '../../../../tests/world/scripted-rail.ts';
import type { Ctx } from '../../context.ts';
import { DAY_SECONDS } from '../../lib/time.ts';
import type { ProviderInvoice } from '../../rails/rail.ts';
import { orThrow } from '../../refused.ts';
import type { SellingMerchant } from '../sessions/create-session.ts';
import { lookAtInvoice } from './look-at-invoice.ts';
import { readRequest } from './queries.ts';
import type { RequestRow } from './request-row.ts';
import { ASKED, shownInvoice } from './requests.fixture.ts';
import { sendRequest } from '../text-to-pay/send-request.ts';

// The invoice of a request that was texted.

let world: ModuleWorld;
let merchant: SellingMerchant;
let ctx: Ctx;
beforeAll(async () => {
  world = await startModuleWorld();
  ctx = {
    ...world.ctx,
    carrier: {
      send: async () => ({ kind: 'taken', message: { message_id: newProviderId('SM'), status: 'queued' } }),
      find: async () => ({ kind: 'missing' }),
      hear: () => null,
    },
  };
});
afterAll(() => world.close());
beforeEach(async () => {
  world.script.beginAnew();
  merchant = await connectedMerchant(world);
});
afterEach(() => expect(world.script.unused()).toEqual([]));

async function pending(): Promise<RequestRow> {
  const { script } = world;
  script.answer('invoices.draft', { kind: 'drafted', provider_invoice_id: newProviderId('INV') });
  script.answer('invoices.publish', { kind: 'payable', pay_url: 'https://pay.example/one' });
  const of = { merchant_id: merchant.merchant_id, actor: CALLER, asked: ASKED, key: null };
  return orThrow(await sendRequest(ctx, of)).request;
}
const read = async ({ id }: Pick<RequestRow, 'id'>) => (await readRequest(ctx.db, id))!;
const shows = (request: RequestRow, invoice: Partial<ProviderInvoice>) =>
  world.script.answer('invoices.read', shownInvoice(request, invoice));

test('that is paid by a clock which is behind ours is paid no earlier than it was asked for', async () => {
  const request = await pending();
  const told = new Date(request.created_at.getTime() - 5_000).toISOString();
  world.ctx.clock.move(60);
  const paid = taken({ captured_at: told, platform_fee_collected: null }, request.provider_invoice_id!);
  shows(request, { status: 'paid', status_raw: 'PAID', paid });
  expect(await lookAtInvoice(ctx, request)).toBe('ended');
  const { transaction_id, resolved_at } = await read(request);
  const at = request.created_at;
  expect(resolved_at).toEqual(at);
  const times = { created_at: at, approved_at: at, captured_at: at };
  expect(await transactionOf(world, transaction_id!)).toMatchObject(times);
});

test('that is being paid when it is withdrawn at last is not given up', async () => {
  const request = await pending();
  const { provider_invoice_id } = request;
  const shown = { provider_invoice_id: provider_invoice_id!, paid: null };
  world.ctx.clock.move(40 * DAY_SECONDS);
  shows(request, {});
  world.script.answer('invoices.withdraw', {
    kind: 'found',
    invoice: { ...shown, status: 'processing', status_raw: 'PAYMENT_PENDING' },
  });
  expect(await lookAtInvoice(ctx, await read(request))).toBe('open');
  expect((await read(request)).state).toBe('pending');
  const paid = taken({ platform_fee_collected: null }, provider_invoice_id!);
  shows(request, { status: 'paid', status_raw: 'PAID', paid });
  expect(await lookAtInvoice(ctx, await read(request))).toBe('ended');
  expect((await read(request)).state).toBe('paid');
});

test('what was read of it before it was paid, and comes late, does not stand over its end', async () => {
  const request = await pending();
  const paid = taken({ platform_fee_collected: null }, request.provider_invoice_id!);
  world.script.answerBy('invoices.read', async () => {
    shows(request, { status: 'paid', status_raw: 'PAID', paid });
    expect(await lookAtInvoice(ctx, request)).toBe('ended');
    return shownInvoice(request, {});
  });
  await lookAtInvoice(ctx, request);
  expect(await read(request)).toMatchObject({ state: 'paid', invoice_status: 'PAID' });
});
