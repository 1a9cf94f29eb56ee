import type { FastifyInstance } from 'fastify';
import { lockRecord, readRecord } from '../../machine/store/records.ts';
import type { Tx } from '../../machine/store/sql.ts';
import { readCard } from '../acts/cards.ts';
import { pinnedFields } from '../acts/pay.ts';
import {
  captureTransaction,
  createTransaction,
  requireMethod,
  voidTransaction,
} from '../acts/transactions.ts';
import type { Answer } from '../shapes/answer.ts';
import type { Card, Transaction } from '../shapes/kinds.ts';
import { GravyProblem, refuseField } from '../shapes/problem.ts';
import type { GravyWorld } from '../shapes/world.ts';
import { captureAnswer, transactionView, voidAnswer } from '../views/transaction-view.ts';
import { amountOf, fieldsOf, idOf, textOf, transactionFields } from './body.ts';
import { provide, type Call } from './operation.ts';

const CREATED_FROM = (
  'amount currency country payment_method buyer buyer_id buyer_external_identifier external_identifier intent ' +
  'store metadata is_subsequent_payment merchant_initiated payment_source cart_items browser_info ' +
  'connection_options async_capture payment_service_id'
).split(' ');
const METHOD_FROM = 'method number expiration_date security_code id redirect_url card_type'.split(' ');
const CAPTURED_FROM = 'amount airline cart_items final external_identifier'.split(' ');

/** Serves transactions: made, read, captured and voided. */
export function serveTransactions(app: FastifyInstance, world: GravyWorld): void {
  const one = '/transactions/:transaction_id';
  provide(app, world, {
    method: 'POST',
    path: '/transactions',
    fault: 'gravy.create',
    scope: 'transactions.write',
    embed: true,
    once: true,
    handle: create,
  });
  provide(app, world, {
    method: 'GET',
    path: one,
    fault: 'gravy.read',
    scope: 'transactions.read',
    handle: async (tx, call) => {
      const body = transactionView(await requireTransaction(tx, call));
      return { status: 200, body };
    },
  });
  provide(app, world, {
    method: 'POST',
    path: `${one}/capture`,
    fault: 'gravy.capture',
    scope: 'transactions.write',
    once: true,
    handle: capture,
  });
  provide(app, world, {
    method: 'POST',
    path: `${one}/void`,
    fault: 'gravy.void',
    scope: 'transactions.write',
    once: true,
    handle: async (tx, call) => {
      const transaction = await voidTransaction(tx, call.world, await requireTransaction(tx, call));
      const isVoid = call.prefers('resource=transaction-void');
      return { status: 200, body: isVoid ? voidAnswer(transaction) : transactionView(transaction) };
    },
  });
}

async function create(tx: Tx, call: Call): Promise<Answer> {
  const fields = fieldsOf(call.body, CREATED_FROM);
  const asked = transactionFields(fields);
  const pinned = call.pinned === null ? null : pinnedFields(call.pinned);
  // What a browser sends must be what its token says: the token was made by the platform, the browser is anybody's.
  if (pinned !== null && (asked.amount !== pinned.amount || asked.currency !== pinned.currency)) {
    throw new GravyProblem(403, { message: 'The amount or currency is not that of the token' });
  }
  if (asked.amount === 0) refuseField('/amount', 'must be greater than zero');
  const { card, payment_method_id } = await methodOf(tx, call, fields['payment_method']);
  const transaction = await createTransaction(tx, call.world, {
    ...asked,
    account_id: call.account.account_id,
    merchant_account_id: call.account.names['merchant_account_id'] ?? '',
    checkout_session_id: null,
    ...pinned,
    card,
    payment_method_id,
  });
  return { status: 201, body: transactionView(transaction) };
}

async function methodOf(
  tx: Tx,
  call: Call,
  body: unknown,
): Promise<{ card: Card; payment_method_id: string | null }> {
  const method = fieldsOf(body, METHOD_FROM);
  if (method['method'] === 'card') {
    const { number, expiration_date } = method;
    return { card: readCard({ number, expiration_date }), payment_method_id: null };
  }
  if (method['method'] !== 'id' || call.pinned !== null) {
    return refuseField('/payment_method/method', 'is not offered by this instance');
  }
  const id = textOf(method, 'id', 36) ?? '';
  return { card: await requireMethod(tx, call.account.account_id, id), payment_method_id: id };
}

// A declined capture is answered with 200 too: only its own resource tells that it was declined.
async function capture(tx: Tx, call: Call): Promise<Answer> {
  const fields = fieldsOf(call.body, CAPTURED_FROM);
  const order = {
    amount: amountOf(fields, 'amount'),
    external_identifier: textOf(fields, 'external_identifier', 300),
  };
  const transaction = await requireTransaction(tx, call);
  const captured = await captureTransaction(tx, call.world, { transaction, order });
  const isCapture = call.prefers('resource=transaction-capture');
  return {
    status: 200,
    body: isCapture
      ? captureAnswer(captured.transaction, captured.capture)
      : transactionView(captured.transaction),
  };
}

/** The transaction that a path names, locked where it may be changed. Refuses (404) another account's. */
export async function requireTransaction(tx: Tx, call: Call): Promise<Transaction> {
  const id = idOf(call.params['transaction_id']);
  const known = await readRecord(tx, 'gravy_transaction', id);
  if (known?.account_id !== call.account.account_id) throw new GravyProblem(404);
  return (await lockRecord(tx, 'gravy_transaction', id)) ?? known;
}
