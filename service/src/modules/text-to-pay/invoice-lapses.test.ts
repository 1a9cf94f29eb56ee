import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  CALLER,
  connectedMerchant,
  type ModuleWorld,
  startModuleWorld,
} from '../../../../tests/world/module-world.ts';
import { newProviderId, noBecause, UNKNOWN } from '../../../../tests/world/scripted-rail.ts';
import type { SendMessageOutcome } from '../../carrier/carrier.ts';
import type { Ctx } from '../../context.ts';
import type { ProviderInvoice } from '../../rails/rail.ts';
import { orThrow } from '../../refused.ts';
import { lookAtInvoice } from '../payment-requests/look-at-invoice.ts';
import { readRequest } from '../payment-requests/queries.ts';
import type { RequestRow } from '../payment-requests/request-row.ts';
import { ASKED, shownInvoice } from '../payment-requests/requests.fixture.ts';
import type { SellingMerchant } from '../sessions/create-session.ts';
import { sendRequest } from './send-request.ts';

const DAY = 86_400;

let world: ModuleWorld;
let merchant: SellingMerchant;
let ctx: Ctx;
let answer: () => Promise<SendMessageOutcome>;
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.script.beginAnew();
  merchant = await connectedMerchant(world);
  answer = async () => ({ kind: 'taken', message: { message_id: newProviderId('SM'), status: 'queued' } });
  const carrier = {
    send: () => answer(),
    find: async () => ({ kind: 'missing' }) as const,
    hear: () => null,
  };
  ctx = { ...world.ctx, carrier };
});
afterEach(() => expect(world.script.unused()).toEqual([]));

async function pending(): Promise<RequestRow> {
  const provider_invoice_id = newProviderId('INV');
  world.script.answer('invoices.draft', { kind: 'drafted', provider_invoice_id });
  world.script.answer('invoices.publish', { kind: 'payable', pay_url: 'https://pay.example/' });
  const { merchant_id } = merchant;
  return orThrow(await sendRequest(ctx, { merchant_id, actor: CALLER, asked: ASKED, key: null })).request;
}
const read = async ({ id }: Pick<RequestRow, 'id'>) => (await readRequest(ctx.db, id))!;
const shows = (request: RequestRow, invoice: Partial<ProviderInvoice>) =>
  world.script.answer('invoices.read', shownInvoice(request, invoice));

describe('an invoice whose time is over', () => {
  const later = (seconds: number) => world.ctx.clock.move(seconds);

  test('that its provider does not know any more is expired, and not before', async () => {
    const request = await pending();
    world.script.answer('invoices.read', { kind: 'missing' }, { kind: 'missing' });
    expect(await lookAtInvoice(ctx, request)).toBe('unread');
    later(7 * DAY);
    expect(await lookAtInvoice(ctx, await read(request))).toBe('ended');
    expect((await read(request)).state).toBe('expired');
  });

  test('whose seller has withdrawn the consent stays pending for thirty days', async () => {
    const request = await pending();
    const denied = { kind: 'denied', refusal: noBecause('PERMISSION_DENIED') } as const;
    world.script.answer('invoices.read', denied, denied);
    later(36 * DAY);
    expect(await lookAtInvoice(ctx, await read(request))).toBe('unread');
    later(DAY);
    expect(await lookAtInvoice(ctx, await read(request))).toBe('ended');
    expect((await read(request)).state).toBe('expired');
  });

  test('that its provider does not withdraw stays pending for thirty days', async () => {
    const request = await pending();
    const invoice = { provider_invoice_id: request.provider_invoice_id!, paid: null };
    const payable = { ...invoice, status: 'payable', status_raw: 'UNPAID' } as const;
    const refuse = () => {
      shows(request, {});
      world.script.answer('invoices.withdraw', { kind: 'found', invoice: payable });
    };
    later(36 * DAY);
    refuse();
    expect(await lookAtInvoice(ctx, await read(request))).toBe('open');
    expect((await read(request)).state).toBe('pending');
    later(DAY);
    refuse();
    expect(await lookAtInvoice(ctx, await read(request))).toBe('ended');
    expect((await read(request)).state).toBe('expired');
  });

  test('whose rail is configured no more stays pending for thirty days', async () => {
    const request = await pending();
    const { kind } = ctx.rails;
    const bare: Ctx = { ...ctx, rails: { ...ctx.rails, kind, get: () => null } };
    later(36 * DAY);
    expect(await lookAtInvoice(bare, await read(request))).toBe('unread');
    later(DAY);
    expect(await lookAtInvoice(bare, await read(request))).toBe('ended');
    expect((await read(request)).state).toBe('expired');
  });

  test('that is being paid is not withdrawn', async () => {
    const request = await pending();
    later(8 * DAY);
    shows(request, { status: 'processing', status_raw: 'PAYMENT_PENDING' });
    expect(await lookAtInvoice(ctx, await read(request))).toBe('open');
    expect(await read(request)).toMatchObject({ state: 'pending', invoice_status: 'PAYMENT_PENDING' });
  });

  test('stays sending while nobody knows whether it was texted', async () => {
    answer = async () => UNKNOWN;
    const request = await pending();
    expect(request.state).toBe('unknown');
    later(8 * DAY);
    shows(request, {});
    expect(await lookAtInvoice(ctx, await read(request))).toBe('open');
    expect((await read(request)).state).toBe('unknown');
  });
});
