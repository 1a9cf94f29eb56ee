import { lockRecord, putRecord, readRecord } from '../../machine/store/records.ts';
import type { PurchaseUnit } from '../shapes/shapes.ts';
import { timestamp, transact } from '../shapes/world.ts';
import { isObject } from '../checks/checker.ts';
import type { Answer, Call } from './operation.ts';
import { checkOrder, platformFeeOf } from '../checks/order-check.ts';
import { hasLapsed, refuseUnknownOrder } from '../checks/order-window.ts';
import { refuse } from '../checks/problem.ts';
import { requireGrant } from '../checks/scopes.ts';

type Fields = Record<string, unknown>;

const CHANGES_MAX = 50;
const OPERATIONS = new Set(['add', 'replace', 'remove']);
const UNIT_POINTER = /^\/purchase_units\/@reference_id=='([^']{1,256})'\/([a-z_]+)(?:\/([a-z_]+))?$/;
const PATCHABLE = new Set([
  'amount',
  'items',
  'invoice_id',
  'custom_id',
  'description',
  'soft_descriptor',
  'shipping/name',
  'shipping/address',
  'shipping/type',
  'payment_instruction',
  'payment_instruction/platform_fees',
  'payment_instruction/disbursement_mode',
]);

interface Change {
  op: string;
  reference_id: string;
  member: string;
  inner: string | null;
  value: unknown;
}

/** Changes an order that is not captured yet. What results is judged as a whole order is. */
export async function patchOrder(call: Call): Promise<Answer> {
  const { world } = call;
  const changes = readChanges(call.body);
  return transact(world, async (tx) => {
    const order = await lockRecord(tx, 'order', call.params['order_id'] ?? '');
    if (order === null || hasLapsed(world, order)) return refuseUnknownOrder();
    if (order.status === 'COMPLETED' || order.status === 'VOIDED') refuse('ORDER_ALREADY_COMPLETED');
    const units = order.purchase_units.map((unit): Fields => ({ ...unit }));
    for (const change of changes) applyChange(units, change);
    const purchase_units = checkOrder({ intent: order.intent, purchase_units: units }, null);
    for (const unit of purchase_units) {
      const seller = await readRecord(tx, 'account', unit.payee.merchant_id);
      if (seller !== null) requireGrant(seller, ...neededFor(unit));
    }
    const update_time = timestamp(world.clock.now());
    await putRecord(tx, 'order', order.id, { ...order, purchase_units, update_time });
    return { status: 204 };
  });
}

function neededFor(unit: PurchaseUnit): string[] {
  return platformFeeOf(unit) === null ? ['PAYMENT'] : ['PAYMENT', 'PARTNER_FEE'];
}

function readChanges(body: unknown): Change[] {
  if (!Array.isArray(body) || body.length === 0) return refuse('MISSING_REQUIRED_PARAMETER', { field: '/' });
  if (body.length > CHANGES_MAX) refuse('INVALID_ARRAY_MAX_ITEMS', { field: '/' });
  return body.map((entry: unknown, index) => {
    const at = { field: `/${index}/path`, location: 'body' } as const;
    if (!isObject(entry)) return refuse('INVALID_PARAMETER_SYNTAX', at);
    const { op, path, value } = entry;
    if (typeof op !== 'string' || !OPERATIONS.has(op)) return refuse('INVALID_PATCH_OPERATION', at);
    if (typeof path !== 'string' || !path.startsWith('/')) return refuse('INVALID_JSON_POINTER_FORMAT', at);
    const [, reference_id, member, inner] = UNIT_POINTER.exec(path) ?? [];
    const name = inner === undefined ? (member ?? '') : `${member ?? ''}/${inner}`;
    if (reference_id === undefined || member === undefined || !PATCHABLE.has(name)) {
      return refuse('NOT_PATCHABLE', at);
    }
    if (member === 'amount' && op !== 'replace') refuse('AMOUNT_NOT_PATCHABLE', at);
    if (op !== 'remove' && value === undefined) refuse('MISSING_REQUIRED_PARAMETER', at);
    return { op, reference_id, member, inner: inner ?? null, value };
  });
}

function applyChange(units: Fields[], change: Change): void {
  const unit = units.find((entry) => entry['reference_id'] === change.reference_id);
  if (unit === undefined) return refuse('REFERENCE_ID_NOT_FOUND', { field: '/path', location: 'body' });
  if (change.inner === null) return setMember(unit, change.member, change);
  const kept = unit[change.member];
  const parent: Fields = isObject(kept) ? { ...kept } : {};
  setMember(parent, change.inner, change);
  unit[change.member] = parent;
}

function setMember(target: Fields, name: string, change: Change): void {
  if (change.op === 'remove') delete target[name];
  else target[name] = change.value;
}
