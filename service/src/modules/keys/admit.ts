import { createHash, timingSafeEqual } from 'node:crypto';
import type { Ctx } from '../../context.ts';
import type { Admit } from '../../http/admission.ts';
import { type Credential, type Operation, OPERATIONS } from '../../http/operations.ts';
import type { Presented, Scope } from '../../http/scope.ts';
import { hashToken, isUuid } from '../../lib/ids.ts';
import { BudgetExceeded, Refusal, type RefusalName } from '../../refusals.ts';
import { admissionGate } from './admission-gate.ts';
import type { AdmittedKey } from './admission-queries.ts';

/** Admission for this deployment: credential, then budget, then merchant; one statement in all, shared by the calls
 *  of one credential that arrive while another is being answered. Refuses with 401, 429, 403 and 404, in that order.
 *  Spec: Authentication, Rate limits. */
export function admitWith(ctx: Ctx): Admit {
  const gate = admissionGate(ctx.db);
  return async (operationId, presented) => {
    const operation: Operation = OPERATIONS[operationId];
    const budget = Math.max(1, Math.floor(operation.budget * ctx.config.rate_limit_scale));
    if (operation.accepts.length === 0) {
      const used = await gate.address({ address: presented.address, operation: operationId, budget });
      if (used > budget) throw new BudgetExceeded(budget);
      return { kind: 'public' };
    }
    if (operation.accepts.includes('operator')) return admitOperator(ctx, presented);
    if (!presented.bearer) throw new Refusal('invalid_api_key');
    const header = merchantHeader(presented);
    const hash = hashToken(presented.bearer);
    const key = await gate.key({ hash, operation: operationId, budget, merchant_id: header.id });
    if (!key) throw new Refusal('invalid_api_key');
    if (wantsMerchantHeader(operation, key) && !header.given) throw new Refusal('merchant_header_required');
    if (key.used > budget) throw new BudgetExceeded(budget);
    return scopeOf(operation, key);
  };
}

function merchantHeader(presented: Presented): { given: boolean; id: string | null } {
  const text = presented.merchant_header ?? '';
  return { given: text !== '', id: isUuid(text) ? text.toLowerCase() : null };
}

function wantsMerchantHeader(operation: Operation, key: AdmittedKey): boolean {
  return key.key_merchant_id === null && operation.accepts.includes('channel_merchant');
}

function scopeOf(operation: Operation, key: AdmittedKey): Scope {
  const credential: Credential =
    key.key_merchant_id !== null
      ? 'merchant'
      : operation.accepts.includes('channel')
        ? 'channel'
        : 'channel_merchant';
  if (!operation.accepts.includes(credential)) throw new Refusal(wrongCredential(operation, credential));
  if (!key.channel_active) throw new Refusal('channel_inactive');
  if (credential === 'channel')
    return { kind: 'channel', key_id: key.key_id, channel_id: key.key_channel_id! };
  if (!key.merchant) throw new Refusal('merchant_not_found');
  return {
    kind: 'merchant',
    via: credential === 'merchant' ? 'merchant_key' : 'channel_key',
    credential_id: key.key_id,
    ...key.merchant,
  };
}

function wrongCredential(operation: Operation, presented: Credential): RefusalName {
  return presented === 'merchant' || operation.accepts.includes('channel')
    ? 'channel_key_required'
    : 'merchant_key_required';
}

function admitOperator(ctx: Ctx, presented: Presented): Scope {
  if (!presented.bearer || !sameSecret(presented.bearer, ctx.config.operator_token)) {
    throw new Refusal('invalid_api_key');
  }
  return { kind: 'operator' };
}

// Both sides are hashed first, so that the comparison tells neither content nor length.
function sameSecret(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
