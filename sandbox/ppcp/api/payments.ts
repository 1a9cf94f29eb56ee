import type { FastifyInstance } from 'fastify';
import { money, type Money } from '../shapes/money.ts';
import { lockRecord, readRecord, tryLockKey } from '../../machine/store/records.ts';
import type { Account } from '../shapes/shapes.ts';
import type { Db, Tx } from '../../machine/store/sql.ts';
import { transact, type World } from '../shapes/world.ts';
import { fullCaptureView, minimalRefund, refundView } from '../views/capture-view.ts';
import { closeRefundedDispute } from '../acts/dispute-outcome.ts';
import { createChecker, isObject, type Checker } from '../checks/checker.ts';
import { checkMoney } from '../checks/money-check.ts';
import { provide, type Answer, type Call } from './operation.ts';
import { refuse } from '../checks/problem.ts';
import { makeRefund, type RefundOrder } from '../acts/refund-money.ts';
import { findReplay, rememberReplay, replayId } from '../acts/replays.ts';
import { requireGrant } from '../checks/scopes.ts';

const TEXT_MAX = 127;
const NOTE_MAX = 255;

/** Serves Payments v2: show a capture, refund it, show a refund. */
export function servePayments(app: FastifyInstance, world: World): void {
  provide(app, world, {
    method: 'GET',
    path: '/v2/payments/captures/:capture_id',
    fault: 'captures.read',
    handle: showCapture,
  });
  provide(app, world, {
    method: 'POST',
    path: '/v2/payments/captures/:capture_id/refund',
    fault: 'captures.refund',
    handle: refundCapture,
  });
  provide(app, world, {
    method: 'GET',
    path: '/v2/payments/refunds/:refund_id',
    handle: showRefund,
  });
}

async function showCapture(call: Call): Promise<Answer> {
  const capture = await readRecord(call.world.db, 'capture', call.params['capture_id'] ?? '');
  if (capture === null) return unknown('capture_id');
  await requireSeller(call.world.db, call, {
    payee_id: capture.payee_id,
    feature: 'PAYMENT',
    name: 'capture_id',
  });
  return { status: 200, body: fullCaptureView(call.world, capture) };
}

async function showRefund(call: Call): Promise<Answer> {
  const refund = await readRecord(call.world.db, 'refund', call.params['refund_id'] ?? '');
  if (refund === null) return unknown('refund_id');
  await requireSeller(call.world.db, call, {
    payee_id: refund.payee_id,
    feature: 'REFUND',
    name: 'refund_id',
  });
  return { status: 200, body: refundView(call.world, refund) };
}

async function refundCapture(call: Call): Promise<Answer> {
  const { world } = call;
  const id = call.params['capture_id'] ?? '';
  const order = readRefund(call.body);
  return transact(world, async (tx) => {
    const replay = call.requestId === null ? null : `${id}:${call.requestId}`;
    await refuseParallel(tx, replay);
    const earlier = await findReplay(tx, world, 'captures.refund', replay);
    const kept = earlier === null ? null : await readRecord(tx, 'refund', earlier);
    if (kept !== null) {
      return {
        status: 200,
        body: call.representation ? refundView(world, kept) : minimalRefund(world, kept),
      };
    }
    const capture = await lockRecord(tx, 'capture', id);
    if (capture === null) return unknown('capture_id');
    const seller = await requireSeller(tx, call, {
      payee_id: capture.payee_id,
      feature: 'REFUND',
      name: 'capture_id',
    });
    const issue = call.mockIssue ?? seller.refund_issue;
    if (issue !== null) refuse(issue);
    const refund = await makeRefund(tx, world, { capture, seller, order });
    await closeRefundedDispute(tx, world, capture.id);
    await rememberReplay(tx, world, 'captures.refund', { requestId: replay, resource_id: refund.id });
    return {
      status: 201,
      body: call.representation ? refundView(world, refund) : minimalRefund(world, refund),
    };
  });
}

// Two calls with one id at a time: the second is told to come back, and finds the first one's refund.
async function refuseParallel(tx: Tx, replay: string | null): Promise<void> {
  if (replay === null) return;
  const isFree = await tryLockKey(tx, replayId('captures.refund', replay));
  if (!isFree) refuse('PREVIOUS_REQUEST_IN_PROGRESS');
}

// A platform acts for a seller only by naming them; for another seller's money there is nothing here.
async function requireSeller(
  db: Db | Tx,
  call: Call,
  of: { payee_id: string; feature: string; name: string },
): Promise<Account> {
  if (call.seller === null) return refuse('PERMISSION_DENIED');
  if (call.seller.account_id !== of.payee_id) return unknown(of.name);
  const seller = await readRecord(db, 'account', of.payee_id);
  if (seller === null) return unknown(of.name);
  requireGrant(seller, of.feature);
  return seller;
}

function unknown(name: string): never {
  return refuse('INVALID_RESOURCE_ID', { field: name, location: 'path' });
}

function readRefund(body: unknown): RefundOrder {
  const checker = createChecker();
  if (body !== null && !isObject(body)) return refuse('MALFORMED_REQUEST_JSON');
  const from = body ?? {};
  const amount = readMoney(checker, from, '', true);
  const order: RefundOrder = {
    amount,
    platform_fee: readFee(checker, from),
    custom_id: checker.text(from, 'custom_id', '', { max: TEXT_MAX }) ?? null,
    invoice_id: checker.text(from, 'invoice_id', '', { max: TEXT_MAX }) ?? null,
    note_to_payer: checker.text(from, 'note_to_payer', '', { max: NOTE_MAX }) ?? null,
  };
  checker.finish();
  return order;
}

function readFee(checker: Checker, from: Record<string, unknown>): Money | null {
  const instruction = checker.object(from, 'payment_instruction', '');
  if (instruction === undefined) return null;
  const at = '/payment_instruction';
  const fees = checker.list(instruction, 'platform_fees', at, { min: 0, max: 1 }) ?? [];
  const fee = fees[0];
  if (fee === undefined) return null;
  if (isObject(fee)) return readMoney(checker, fee, `${at}/platform_fees/0`, false);
  checker.add('INVALID_PARAMETER_SYNTAX', `${at}/platform_fees/0`);
  return null;
}

function readMoney(
  checker: Checker,
  from: Record<string, unknown>,
  at: string,
  positive: boolean,
): Money | null {
  const amount = checker.object(from, 'amount', at);
  if (amount === undefined) return null;
  const minor = checkMoney(checker, amount, `${at}/amount`, {
    currency: null,
    positive,
    precision: 'DECIMALS_NOT_SUPPORTED',
  });
  return minor === null ? null : money(minor, String(amount['currency_code']));
}
