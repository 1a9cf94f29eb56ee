import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  CALLER,
  connectedMerchant,
  type ModuleWorld,
  startModuleWorld,
} from '../../../../tests/world/module-world.ts';
import { newProviderId } from '../../../../tests/world/scripted-rail.ts';
import type { Carrier } from '../../carrier/carrier.ts';
import { orThrow } from '../../refused.ts';
import { cancelRequest } from '../payment-requests/cancel-request.ts';
import { hearOfInvoice } from '../payment-requests/hear-of-invoice.ts';
import { hearOfMessage } from './hear-of-message.ts';

import { readRequest } from '../payment-requests/queries.ts';
import type { RequestRow } from '../payment-requests/request-row.ts';
import { ASKED, shownInvoice } from '../payment-requests/requests.fixture.ts';
import { sendRequest } from './send-request.ts';
import { settleByHand } from './settle-by-hand.ts';

// Each test has a request that was texted, and hears of its message or its invoice.

let world: ModuleWorld;
let request: RequestRow;
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.script.beginAnew();
  const { merchant_id } = await connectedMerchant(world);
  const provider_invoice_id = newProviderId('INV');
  world.script.answer('invoices.draft', { kind: 'drafted', provider_invoice_id });
  world.script.answer('invoices.publish', {
    kind: 'payable',
    pay_url: `https://pay.example/${provider_invoice_id}`,
  });
  const of = { merchant_id, actor: CALLER, asked: ASKED, key: null };
  ({ request } = await sendRequest({ ...world.ctx, carrier: told(newProviderId('SM'), 'queued') }, of).then(
    orThrow,
  ));
});
afterEach(() => expect(world.script.unused()).toEqual([]));

/** A carrier that tells this of a message, and took it so. */
const told = (message_id: string, status: string): Carrier => ({
  send: async () => ({ kind: 'taken', message: { message_id, status } }),
  find: async () => ({ kind: 'missing' }),
  hear: () => ({ message_id, status }),
});
const hear = (message_id: string, status: string) =>
  hearOfMessage(
    { ...world.ctx, carrier: told(message_id, status) },
    { request_id: request.id, headers: {}, raw_body: Buffer.from('') },
  );
const standing = async () => {
  const { message_id, message_status } = (await readRequest(world.ctx.db, request.id))!;
  return [message_id, message_status];
};

test('what is told of another message, at the address of this one, changes nothing', async () => {
  await hear('SM-other', 'delivered');
  expect(await standing()).toEqual([request.message_id, 'queued']);
});

test('a step of a message that is told of late does not take the place of a later one', async () => {
  const id = request.message_id!;
  await hear(id, 'delivered');
  await hear(id, 'sent');
  expect(await standing()).toEqual([id, 'delivered']);
});

test('what another account tells of an invoice that it calls alike has nothing read', async () => {
  const { provider, provider_invoice_id: id, rail_account_id } = request;
  const heard = { provider, provider_invoice_id: id! };
  expect(await hearOfInvoice(world.ctx, { ...heard, rail_account_id: randomUUID() })).toBe('done');
  expect(world.script.asked('invoices.read')).toEqual([]);
  world.script.answer('invoices.read', shownInvoice(request, {}));
  expect(await hearOfInvoice(world.ctx, { ...heard, rail_account_id })).toBe('done');
  expect(world.script.asked('invoices.read')).toHaveLength(1);
});

test('a request is its merchant’s alone to take back', async () => {
  const { ctx } = world;
  const of = { request_id: request.id, actor: CALLER };
  const others = cancelRequest(ctx, { ...of, merchant_id: (await connectedMerchant(world)).merchant_id });
  expect(await others).toMatchObject({ kind: 'refused', refusal: 'text_not_found' });
  expect(world.script.asked('invoices.withdraw')).toEqual([]);
});

test.each(['pending', 'canceled'] as const)(
  'a request whose message was taken is not settled by hand, as %s',
  async (status) => {
    const settled = await settleByHand(world.ctx, { request_id: request.id, status });
    expect(settled).toMatchObject({ kind: 'refused', refusal: 'text_not_stuck' });
    expect(world.script.asked('invoices.withdraw')).toEqual([]);
  },
);
