import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  CALLER,
  connectedMerchant,
  type ModuleWorld,
  refusalOf,
  startModuleWorld,
} from '../../../../tests/world/module-world.ts';
import { newProviderId, noBecause, UNKNOWN, UNREACHABLE } from '../../../../tests/world/scripted-rail.ts';
import type { Ctx } from '../../context.ts';
import type { ProviderInvoice } from '../../rails/rail.ts';
import { orThrow } from '../../refused.ts';
import type { SellingMerchant } from '../sessions/create-session.ts';
import { lookAtInvoice } from './look-at-invoice.ts';
import type { RequestRow } from './request-row.ts';
import { ASKED, givenUpOf, shownInvoice } from './requests.fixture.ts';
import { sendRequest } from '../text-to-pay/send-request.ts';

// The invoice of a request of which nothing was ever texted.

const DAY = 86_400;

let world: ModuleWorld;
let merchant: SellingMerchant;
let ctx: Ctx;
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.script.beginAnew();
  merchant = await connectedMerchant(world);
  const never = () => Promise.reject(new Error('nothing is to be texted'));
  ctx = { ...world.ctx, carrier: { send: never, find: never, hear: () => null } };
});
afterEach(() => expect(world.script.unused()).toEqual([]));

const send = async () => {
  const toSend = { merchant_id: merchant.merchant_id, actor: CALLER, asked: ASKED, key: null };
  return orThrow(await sendRequest(ctx, toSend)).request;
};
const givenUp = () => givenUpOf(ctx, merchant);
const look = async () => lookAtInvoice(ctx, (await givenUp()).request);
const shows = (request: RequestRow, invoice: Partial<ProviderInvoice>) =>
  world.script.answer('invoices.read', shownInvoice(request, invoice));
const unheard = async () => {
  world.script.answer('invoices.draft', UNKNOWN);
  expect(await refusalOf(send())).toBe('provider_unavailable');
  return (await givenUp()).request;
};

test('is withdrawn while it is a draft, since its publication may be under way', async () => {
  world.script.answer('invoices.draft', { kind: 'drafted', provider_invoice_id: newProviderId('INV') });
  world.script.answer('invoices.publish', UNKNOWN);
  expect(await refusalOf(send())).toBe('provider_unavailable');
  shows((await givenUp()).request, { status: 'unpublished', status_raw: 'DRAFT' });
  world.script.answer('invoices.withdraw', { kind: 'withdrawn' });
  await look();
  expect([world.script.asked('invoices.withdraw').length, (await givenUp()).is_polled]).toEqual([1, false]);
});

test('that has the id of another is not believed', async () => {
  const draft = { kind: 'drafted', provider_invoice_id: newProviderId('INV') } as const;
  world.script.answer('invoices.draft', draft, draft);
  world.script.answer('invoices.publish', UNKNOWN);
  expect(await refusalOf(send())).toBe('provider_unavailable');
  expect(await refusalOf(send())).toBe('provider_unavailable');
  expect(world.script.asked('invoices.publish')).toHaveLength(1);
});

test('that is found by the id of another is not believed either', async () => {
  const request = await unheard();
  const other = await connectedMerchant(world);
  const draft = { kind: 'drafted', provider_invoice_id: newProviderId('INV') } as const;
  world.script.answer('invoices.draft', draft);
  world.script.answer('invoices.publish', UNKNOWN);
  const of = { merchant_id: other.merchant_id, actor: CALLER, asked: ASKED, key: null };
  const sent = sendRequest(ctx, of).then(orThrow);
  expect(await refusalOf(sent)).toBe('provider_unavailable');
  world.script.answer('invoices.find', { ...draft, kind: 'found' });
  expect(await lookAtInvoice(ctx, request)).toBe('unread');
  expect((await givenUp()).request.provider_invoice_id).toBeNull();
});

test('is found and withdrawn though nobody heard its id', async () => {
  const request = await unheard();
  expect([request.provider_invoice_id, (await givenUp()).is_polled]).toEqual([null, true]);
  const provider_invoice_id = newProviderId('INV');
  world.script.answer('invoices.find', { kind: 'found', provider_invoice_id });
  shows({ ...request, provider_invoice_id }, { status: 'unpublished', status_raw: 'DRAFT' });
  world.script.answer('invoices.withdraw', { kind: 'withdrawn' });
  await look();
  expect([(await givenUp()).request.provider_invoice_id, (await givenUp()).is_polled]).toEqual([
    provider_invoice_id,
    false,
  ]);
  expect(world.script.asked('invoices.find')[0]).toMatchObject({ request_id: request.id });
});

test('is looked for for a day while the provider does not show it, and not longer', async () => {
  await unheard();
  const missing = { kind: 'missing' } as const;
  world.script.answer('invoices.find', missing, missing, missing);
  expect([await look(), (await givenUp()).is_polled]).toEqual(['unread', true]);
  world.ctx.clock.move(DAY - 60);
  expect(await look()).toBe('unread');
  world.ctx.clock.move(60);
  expect([await look(), (await givenUp()).is_polled]).toEqual(['ended', false]);
});

test('that certainly is none is not looked for', async () => {
  world.script.answer('invoices.draft', UNREACHABLE);
  expect(await refusalOf(send())).toBe('provider_unavailable');
  expect((await givenUp()).is_polled).toBe(false);
});

test('that cannot be withdrawn is left after thirty days, with an error in the log', async () => {
  const request = await unheard();
  const lines: unknown[] = [];
  const log = { ...ctx.log, warn: () => undefined, error: (line: unknown) => lines.push(line) };
  const told = { ...ctx, log: log as unknown as Ctx['log'] };
  world.ctx.clock.move(37 * DAY);
  world.script.answer('invoices.find', { kind: 'denied', refusal: noBecause('PERMISSION_DENIED') });
  expect(await lookAtInvoice(told, request)).toBe('ended');
  expect(lines).toMatchObject([{ event: 'text_to_pay.invoice_left', request_id: request.id }]);
});
