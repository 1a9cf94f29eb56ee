import type { FastifyInstance } from 'fastify';
import { readRecord } from '../../machine/store/records.ts';
import type { Tx } from '../../machine/store/sql.ts';
import { refundTransaction } from '../acts/money-back.ts';
import type { Answer } from '../shapes/answer.ts';
import type { Transaction } from '../shapes/kinds.ts';
import { GravyProblem, refuseField } from '../shapes/problem.ts';
import type { GravyWorld } from '../shapes/world.ts';
import { captureView, postingView, refundView } from '../views/transaction-view.ts';
import { amountOf, fieldsOf, idOf, textOf } from './body.ts';
import { allOf, type OfTransaction } from './lists.ts';
import { provide, type Call } from './operation.ts';
import { requireTransaction } from './transactions.ts';

const REFUNDED_FROM = 'amount target_type target_id reason external_identifier'.split(' ');

/** Serves refunds, and what else a transaction has: captures, settlements, chargebacks. */
export function serveRefunds(app: FastifyInstance, world: GravyWorld): void {
  const refunds = '/transactions/:transaction_id/refunds';
  const write = { method: 'POST', fault: 'gravy.refund', scope: 'transactions.write', once: true } as const;
  const read = { method: 'GET', fault: 'gravy.read', scope: 'transactions.read' } as const;
  provide(app, world, { ...write, path: refunds, handle: refund });
  provide(app, world, { ...write, path: `${refunds}/all`, handle: refundAll });
  provide(app, world, { ...read, path: `${refunds}/:refund_id`, handle: showRefund });
  provide(app, world, { ...read, path: '/refunds/:refund_id', handle: showRefund });
  list(app, world, 'refunds', 'gravy_refund', refundView);
  list(app, world, 'captures', 'gravy_capture', captureView);
  list(app, world, 'settlements', 'gravy_settlement', (of, row) => postingView(of, row, 'settlement'));
  list(app, world, 'refund-settlements', 'gravy_refund_settlement', (of, row) =>
    postingView(of, row, 'refund-settlement'),
  );
  list(app, world, 'chargebacks', 'gravy_chargeback', (of, row) => postingView(of, row, 'chargeback'));
}

const PAGED = new Set(['refunds', 'captures']);

function list<K extends keyof OfTransaction>(
  app: FastifyInstance,
  world: GravyWorld,
  name: string,
  kind: K,
  view: (transaction: Transaction, row: OfTransaction[K]) => object,
): void {
  provide(app, world, {
    method: 'GET',
    path: `/transactions/:transaction_id/${name}`,
    fault: name === 'refunds' ? 'gravy.list' : 'gravy.read',
    scope: 'transactions.read',
    handle: async (tx, call) => {
      const transaction = await requireTransaction(tx, call);
      const items = (await allOf(tx, kind, transaction.id)).map((row) => view(transaction, row));
      const paging = PAGED.has(name) ? { limit: 100, next_cursor: null, previous_cursor: null } : {};
      return { status: 200, body: { items, ...paging } };
    },
  });
}

async function refund(tx: Tx, call: Call): Promise<Answer> {
  const fields = fieldsOf(call.body, REFUNDED_FROM);
  if ((fields['target_type'] ?? 'payment-method') !== 'payment-method') {
    refuseField('/target_type', 'the transaction has no gift card');
  }
  const order = {
    amount: amountOf(fields, 'amount'),
    reason: textOf(fields, 'reason', 100),
    external_identifier: textOf(fields, 'external_identifier', 300),
  };
  const transaction = await requireTransaction(tx, call);
  const made = await refundTransaction(tx, call.world, { transaction, order });
  return { status: 201, body: refundView(made.transaction, made.refund) };
}

async function refundAll(tx: Tx, call: Call): Promise<Answer> {
  const fields = fieldsOf(call.body, ['reason', 'external_identifier']);
  const order = {
    amount: null,
    reason: textOf(fields, 'reason', 100),
    external_identifier: textOf(fields, 'external_identifier', 300),
  };
  const transaction = await requireTransaction(tx, call);
  const made = await refundTransaction(tx, call.world, { transaction, order });
  const items = [refundView(made.transaction, made.refund)];
  return { status: 201, body: { items, limit: 100, next_cursor: null, previous_cursor: null } };
}

async function showRefund(tx: Tx, call: Call): Promise<Answer> {
  const known = await readRecord(tx, 'gravy_refund', idOf(call.params['refund_id']));
  const of = known === null ? null : await readRecord(tx, 'gravy_transaction', known.transaction_id);
  const isOf = (call.params['transaction_id'] ?? of?.id) === of?.id;
  if (known === null || of?.account_id !== call.account.account_id || !isOf) throw new GravyProblem(404);
  return { status: 200, body: refundView(of, known) };
}
