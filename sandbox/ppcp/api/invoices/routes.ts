import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { newInvoiceId } from '../../shapes/ids.ts';
import { raiseInvoiceNotice } from '../../notices/invoice-notices.ts';
import {
  insertRecord,
  lockRecord,
  putRecord,
  readRecord,
  removeRecords,
} from '../../../machine/store/records.ts';
import type { PayableInvoice } from '../../shapes/invoice-shapes.ts';
import type { Account } from '../../shapes/shapes.ts';
import type { Db, Tx } from '../../../machine/store/sql.ts';
import { timestamp, transact, type World } from '../../shapes/world.ts';
import { isObject } from '../../checks/checker.ts';
import { provide, type Answer, type Call } from '../operation.ts';
import { refuse } from '../../checks/problem.ts';
import { findReplay, rememberReplay } from '../../acts/replays.ts';
import { requireGrant } from '../../checks/scopes.ts';
import { readInvoice } from './body.ts';
import { listInvoices, searchInvoices } from './list.ts';
import { invoiceView, payerUrl } from '../../views/invoice-view.ts';

const BASE = '/v2/invoicing/invoices';

/** Serves Invoicing v2: a draft, what makes it payable, and what becomes of it. */
export function serveInvoices(app: FastifyInstance, world: World): void {
  const read = 'invoices.read';
  provide(app, world, { method: 'POST', path: BASE, fault: 'invoices.create', handle: create });
  provide(app, world, {
    method: 'GET',
    path: BASE,
    fault: read,
    handle: (call) => listInvoices(call, requireSeller(call)),
  });
  provide(app, world, { method: 'GET', path: `${BASE}/:invoice_id`, fault: read, handle: show });
  provide(app, world, {
    method: 'POST',
    path: '/v2/invoicing/search-invoices',
    fault: read,
    handle: (call) => searchInvoices(call, requireSeller(call)),
  });
  provide(app, world, {
    method: 'DELETE',
    path: `${BASE}/:invoice_id`,
    fault: 'invoices.cancel',
    handle: remove,
  });
  provide(app, world, {
    method: 'POST',
    path: `${BASE}/:invoice_id/send`,
    fault: 'invoices.send',
    handle: send,
  });
  provide(app, world, {
    method: 'POST',
    path: `${BASE}/:invoice_id/cancel`,
    fault: 'invoices.cancel',
    handle: cancel,
  });
  provide(app, world, { method: 'POST', path: `${BASE}/:invoice_id/remind`, handle: remind });
  provide(app, world, {
    method: 'POST',
    path: '/v2/invoicing/generate-next-invoice-number',
    handle: async (call) => {
      const number = await nextNumber(call.world.db, requireSeller(call));
      return { status: 200, body: { invoice_number: number } };
    },
  });
}

async function create(call: Call): Promise<Answer> {
  const { world } = call;
  const seller = requireSeller(call);
  if (call.mockIssue !== null) refuse(call.mockIssue);
  const input = readInvoice(call.body);
  const replay = call.requestId === null ? null : `${seller.account_id}:${call.requestId}`;
  return transact(world, async (tx) => {
    const earlier = await findReplay(tx, world, 'invoices.create', replay);
    const kept = earlier === null ? null : await readRecord(tx, 'payable_invoice', earlier);
    if (kept !== null) return { status: 200, body: await invoiceView(tx, world, kept) };
    const now = timestamp(world.clock.now());
    const invoice: PayableInvoice = {
      id: newInvoiceId(),
      payee_id: seller.account_id,
      number: input.number ?? (await nextNumber(tx, seller)),
      status: 'DRAFT',
      data: input.data,
      amount: input.amount,
      payments: [],
      create_time: now,
      update_time: now,
      sent_time: null,
      cancel_time: null,
    };
    await insertRecord(tx, 'payable_invoice', invoice.id, invoice);
    await rememberReplay(tx, world, 'invoices.create', { requestId: replay, resource_id: invoice.id });
    await raiseInvoiceNotice(tx, world, invoice, 'CREATED');
    return { status: 201, body: await invoiceView(tx, world, invoice) };
  });
}

async function show(call: Call): Promise<Answer> {
  const seller = requireSeller(call);
  const { db } = call.world;
  const invoice = await readRecord(db, 'payable_invoice', call.params['invoice_id'] ?? '');
  if (invoice === null || invoice.payee_id !== seller.account_id) return refuseUnknown();
  return { status: 200, body: await invoiceView(db, call.world, invoice) };
}

async function send(call: Call): Promise<Answer> {
  const { world } = call;
  const isMailed = !isObject(call.body) || call.body['send_to_recipient'] !== false;
  return withInvoice(call, async (tx, invoice) => {
    if (invoice.status === 'CANCELLED') refuse('INVOICE_CANCELED_ALREADY');
    if (invoice.status === 'PAID' || invoice.status === 'PAYMENT_PENDING') refuse('CANNOT_PROCESS_PAYMENTS');
    const now = timestamp(world.clock.now());
    // Without mail only the link leads to it.
    const status = isMailed ? 'SENT' : 'UNPAID';
    const sent: PayableInvoice = { ...invoice, status, sent_time: now, update_time: now };
    await putRecord(tx, 'payable_invoice', sent.id, sent);
    await raiseInvoiceNotice(tx, world, sent, 'UPDATED');
    return { status: 200, body: { href: payerUrl(world, sent.id), rel: 'payer-view', method: 'GET' } };
  });
}

async function cancel(call: Call): Promise<Answer> {
  const { world } = call;
  return withInvoice(call, async (tx, invoice) => {
    if (invoice.status === 'DRAFT') refuse('CANNOT_CANCEL_DRAFT_INVOICE');
    if (invoice.status === 'CANCELLED') refuse('INVOICE_CANCELED_ALREADY');
    if (invoice.status === 'PAID' || invoice.status === 'PAYMENT_PENDING')
      refuse('CANNOT_CANCEL_PAID_INVOICE');
    const now = timestamp(world.clock.now());
    const canceled: PayableInvoice = { ...invoice, status: 'CANCELLED', cancel_time: now, update_time: now };
    await putRecord(tx, 'payable_invoice', canceled.id, canceled);
    await raiseInvoiceNotice(tx, world, canceled, 'CANCELLED');
    return { status: 204 };
  });
}

async function remind(call: Call): Promise<Answer> {
  return withInvoice(call, async (_tx, invoice) => {
    if (invoice.status !== 'SENT' && invoice.status !== 'UNPAID') refuse('CANNOT_REMIND_INVOICE');
    return { status: 204 };
  });
}

async function remove(call: Call): Promise<Answer> {
  return withInvoice(call, async (tx, invoice) => {
    if (invoice.status !== 'DRAFT') refuse('INVALID_INVOICE_TYPE');
    await removeRecords(tx, 'payable_invoice', invoice.id);
    return { status: 204 };
  });
}

async function withInvoice(
  call: Call,
  work: (tx: Tx, invoice: PayableInvoice) => Promise<Answer>,
): Promise<Answer> {
  const seller = requireSeller(call);
  if (call.mockIssue !== null) refuse(call.mockIssue);
  return transact(call.world, async (tx) => {
    const invoice = await lockRecord(tx, 'payable_invoice', call.params['invoice_id'] ?? '');
    if (invoice === null || invoice.payee_id !== seller.account_id) return refuseUnknown();
    return work(tx, invoice);
  });
}

function requireSeller(call: Call): Account {
  if (call.seller === null) return refuse('PERMISSION_DENIED');
  requireGrant(call.seller, 'INVOICE_READ_WRITE');
  return call.seller;
}

async function nextNumber(db: Db | Tx, seller: Account): Promise<string> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from records
    where kind = 'payable_invoice' and body ->> 'payee_id' = ${seller.account_id}`.execute(db);
  return String((rows[0]?.count ?? 0) + 1).padStart(4, '0');
}

function refuseUnknown(): never {
  return refuse('INVALID_RESOURCE_ID', { field: 'invoice_id', location: 'path' });
}
