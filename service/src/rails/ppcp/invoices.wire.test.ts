import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { minor } from '../../lib/money.ts';
import { startWalletWorld } from './wallet-world.fixture.ts';
import type { WalletWorld } from './wallet-world.fixture.ts';
import type { InvoicesFacet, NewInvoice, Seller } from '../rail.ts';

// What the wallet does of invoices, held against a provider that speaks its wire protocol over HTTP.

let world: WalletWorld;
let invoices: InvoicesFacet;
beforeAll(async () => {
  world = await startWalletWorld();
  invoices = world.rail.invoices!;
});
afterEach(() => world.control('DELETE', 'faults'));
afterAll(() => world?.close());

const anInvoice = (over: Partial<NewInvoice> = {}): NewInvoice => ({
  request_id: randomUUID(),
  seller: world.seller,
  amount: minor(15_000),
  currency: 'USD',
  topic: 'Boiler service',
  note: 'Thank you.',
  recipient: { first_name: 'Jo', last_name: 'Rivera', phone: '+14155550132' },
  ...over,
});

async function drafted(invoice: NewInvoice = anInvoice()) {
  const made = await invoices.draft(invoice);
  if (made.kind !== 'drafted') throw new Error(JSON.stringify(made));
  return { provider_invoice_id: made.provider_invoice_id, seller: invoice.seller };
}
async function published(seller: Seller = world.seller) {
  const of = await drafted(anInvoice({ seller }));
  const payable = await invoices.publish(of);
  expect(payable).toEqual({ kind: 'payable', pay_url: expect.stringContaining(of.provider_invoice_id) });
  return of;
}
const pay = (of: { provider_invoice_id: string }, outcome = 'completed') =>
  world.control('POST', `invoices/${of.provider_invoice_id}/pay`, { outcome });
const find = (of: { provider_order_id: string; seller: Seller }) =>
  world.rail.payments.find({ ...of, transaction_id: randomUUID(), currency: 'USD' });
const statusOf = async (of: Awaited<ReturnType<typeof published>>) => {
  const read = await invoices.read(of);
  return read.kind === 'found' ? [read.invoice.status, read.invoice.status_raw] : read;
};

describe('an invoice', () => {
  test('is drafted, payable, being paid, and paid, with its payment', async () => {
    const of = await drafted();
    expect(await statusOf(of)).toEqual(['unpublished', 'DRAFT']);
    expect(await invoices.publish(of)).toEqual(await invoices.publish(of));
    expect(await statusOf(of)).toEqual(['payable', 'UNPAID']);
    await pay(of, 'pending');
    expect(await statusOf(of)).toEqual(['processing', 'PAYMENT_PENDING']);
    const other = await published();
    await pay(other);
    expect(await invoices.read(other)).toMatchObject({
      kind: 'found',
      invoice: {
        status: 'paid',
        paid: {
          capture: { status: 'completed', amount: 15_000, currency: 'USD', provider_fee: expect.any(Number) },
          order: { provider_order_id: other.provider_invoice_id, payment_method_raw: 'paypal' },
        },
      },
    });
  });

  test('that is paid is found, returned and shown as a payment', async () => {
    const of = await published();
    await pay(of);
    const { provider_invoice_id: provider_order_id, seller } = of;
    const found = await find({ provider_order_id, seller });
    if (found.kind !== 'found') throw new Error(JSON.stringify(found));
    const { provider_capture_id } = found.order.capture!;
    const payment = { provider_order_id, provider_capture_id, seller, currency: 'USD' };
    expect(await world.rail.refunds.list(payment)).toEqual({ kind: 'found', refunds: [] });
    const whole = { captured: minor(15_000), returned_before: minor(0) };
    const refund = { ...payment, ...whole, request_id: randomUUID(), refund_id: randomUUID() };
    const issued = await world.rail.refunds.issue({
      ...refund,
      amount: minor(5_000),
      platform_fee: minor(0),
    });
    expect(issued).toMatchObject({ kind: 'completed', refund: { amount: 5_000 } });
    // Whose refunds it has is not told by an invoice, so that nothing is taken for not made.
    expect(await world.rail.refunds.list(payment)).toMatchObject({ kind: 'unlisted' });
    expect(await world.rail.books!.detail(payment)).toMatchObject({
      kind: 'found',
      detail: { captured: 15_000, provider_status: 'PARTIALLY_REFUNDED' },
    });
  });

  test('that is paid is shown as paid though its payment cannot be read', async () => {
    const of = await published();
    await pay(of);
    await world.fault('captures.read', 'error');
    expect(await invoices.read(of)).toMatchObject({
      kind: 'found',
      invoice: { status: 'paid', status_raw: 'PAID', paid: null },
    });
  });

  test('whose answer was lost is found by the request that it was for', async () => {
    const [lost, never] = [anInvoice(), anInvoice()];
    await drafted();
    await world.fault('invoices.create', 'reset_after_commit');
    expect(await invoices.draft(lost)).toMatchObject({ kind: 'unknown' });
    const found = await invoices.find(lost);
    if (found.kind !== 'found') throw new Error(JSON.stringify(found));
    expect(await statusOf({ ...found, seller: world.seller })).toEqual(['unpublished', 'DRAFT']);
    expect(await invoices.find(never)).toEqual({ kind: 'missing' });
    for (const mode of ['error', 'garbage']) {
      await world.fault('invoices.read', mode);
      expect(['unknown', 'unreachable']).toContain((await invoices.find(lost)).kind);
    }
  });

  test('that nobody has paid is no payment', async () => {
    const { provider_invoice_id: provider_order_id, seller } = await published();
    expect(await find({ provider_order_id, seller })).toMatchObject({ kind: 'unknown' });
    const nobodys = { provider_order_id: 'INV2-AAAA-BBBB-CCCC-DDDD', seller };
    expect(await find(nobodys)).toEqual({ kind: 'missing' });
  });

  test('in decimals that the wallet does not take is refused without asking', async () => {
    const huf = anInvoice({ currency: 'HUF', amount: minor(1_050) });
    expect(await invoices.draft(huf)).toMatchObject({ kind: 'refused' });
  });
});

describe('a withdrawal', () => {
  test('makes it payable by nobody, and is harmless twice', async () => {
    const of = await published();
    expect(await invoices.withdraw(of)).toEqual({ kind: 'withdrawn' });
    expect(await statusOf(of)).toEqual(['unpayable', 'CANCELLED']);
    expect(await invoices.withdraw(of)).toEqual({ kind: 'withdrawn' });
  });

  test('of a draft deletes it, and nobody can publish it any more', async () => {
    const of = await drafted();
    expect(await invoices.withdraw(of)).toEqual({ kind: 'withdrawn' });
    expect(await statusOf(of)).toEqual({ kind: 'missing' });
    expect(await invoices.publish(of)).toMatchObject({ kind: 'refused' });
  });

  test.each([
    ['error_after_commit', { kind: 'withdrawn' }],
    ['reset_after_commit', { kind: 'withdrawn' }],
    ['error', { kind: 'found', invoice: { status: 'unpublished' } }],
    ['reset', { kind: 'found', invoice: { status: 'unpublished' } }],
  ])('of a draft whose answer was lost by %s is learned from the draft', async (mode, outcome) => {
    const of = await drafted();
    // The first is the one that cancels, which a draft refuses whatever comes.
    await world.fault('invoices.cancel', 'error');
    await world.fault('invoices.cancel', mode);
    expect(await invoices.withdraw(of)).toMatchObject(outcome);
  });

  test('of one that is paid tells so', async () => {
    const of = await published();
    await pay(of);
    expect(await invoices.withdraw(of)).toMatchObject({ kind: 'found', invoice: { status: 'paid' } });
  });

  test('of one that the provider does not show is not known to have been done', async () => {
    const nobodys = { provider_invoice_id: 'INV2-AAAA-BBBB-CCCC-DDDD', seller: world.seller };
    expect(await invoices.withdraw(nobodys)).toMatchObject({ kind: 'unknown' });
  });

  test.each(['error_after_commit', 'reset_after_commit', 'garbage'])(
    'whose answer was lost by %s is learned from the invoice',
    async (mode) => {
      const of = await published();
      await world.fault('invoices.cancel', mode);
      expect(await invoices.withdraw(of)).toEqual({ kind: 'withdrawn' });
    },
  );

  test.each(['error', 'reset'])('that never arrived, by %s, leaves it payable', async (mode) => {
    const of = await published();
    await world.fault('invoices.cancel', mode);
    expect(await invoices.withdraw(of)).toMatchObject({ kind: 'found', invoice: { status: 'payable' } });
  });
});

test('a seller who has not consented to it is told from one who has', async () => {
  const of = await published(await world.onboard());
  const { items } = await world.control<{ items: { account_id: string; granted: string[] }[] }>(
    'GET',
    'accounts?limit=100',
  );
  const id = of.seller.provider_account;
  const { granted } = items.find(({ account_id }) => account_id === id)!;
  expect(granted).toContain('INVOICE_READ_WRITE');
  const less = granted.filter((feature) => feature !== 'INVOICE_READ_WRITE');
  await world.control('PATCH', `accounts/${id}`, { granted: less });
  const denied = { kind: 'denied', refusal: { issue: 'PERMISSION_DENIED' } };
  expect(await invoices.draft(anInvoice({ seller: of.seller }))).toMatchObject(denied);
  expect(await invoices.publish(of)).toMatchObject(denied);
  expect(await invoices.read(of)).toMatchObject(denied);
  expect(await invoices.find(anInvoice({ seller: of.seller }))).toMatchObject(denied);
  expect(await invoices.withdraw(of)).toMatchObject(denied);
});

test.each(['invoices.create', 'invoices.send'])(
  'an answer of %s that is lost is unknown',
  async (operation) => {
    const of = await published();
    for (const mode of ['error', 'reset_after_commit', 'garbage']) {
      await world.fault(operation, mode);
      const asked = operation === 'invoices.create' ? invoices.draft(anInvoice()) : invoices.publish(of);
      expect(await asked).toMatchObject({ kind: 'unknown' });
    }
  },
);

test('a notice names the invoice, wherever it stands', () => {
  const of = (event_type: string, resource: object) => world.rail.notices.read({ event_type, resource });
  const told = { about: 'invoice_changed', provider_invoice_id: 'INV2-1' };
  expect(of('INVOICING.INVOICE.PAID', { invoice: { id: 'INV2-1' } })).toEqual(told);
  expect(of('INVOICING.INVOICE.CANCELLED', { id: 'INV2-1' })).toEqual(told);
  expect(of('INVOICING.INVOICE.UPDATED', { id: 'INV2-1' })).toBeNull();
  expect(of('INVOICING.INVOICE.PAID', { invoice: { id: 'x'.repeat(200) } })).toBeNull();
});
