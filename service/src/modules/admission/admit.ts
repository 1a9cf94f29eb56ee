import { createHash, timingSafeEqual } from 'node:crypto';
import type { Ctx } from '../../context.ts';
import { environmentOfKey, hashToken, isUuid } from '../../lib/ids.ts';
import { isFromOwnPage, ownerTokenIn } from '../../lib/own-site.ts';
import { BudgetExceeded, Refusal } from '../../refusals.ts';
import type { Admit, Guard, Known, OwnerScope, Presented } from '../../scope.ts';
import { scopeOf } from './admit-scope.ts';
import { admissionGate } from './gate.ts';
import { scaledBudget } from './scaled-budget.ts';
import { type AdmittedKey, admitOwnerSession } from './queries.ts';
import { wrongBearers, type WrongBearers } from './wrong-bearers.ts';

// The subject of the operator's budgets: there is one operator, whatever its token.
const OPERATOR = 'operator';

/** Admission for this deployment: credential, then budget, then merchant; one statement in all, shared by the calls
 *  of one credential that arrive while another is being answered. Refuses with 401, 429, 403 and 404, in that order.
 *  Spec: Getting started; Errors and budgets. */
export function admitWith(ctx: Ctx): Admit {
  const gate = admissionGate(ctx.db, ctx.clock);
  const wrong = wrongBearers(ctx.db, ctx.clock);
  return async (operation, presented, know = () => undefined) => {
    const operationId = operation.id;
    const budget = scaledBudget(operation.budget, ctx.config.rate_limit_scale);
    if (operation.accepts.length === 0) {
      const call = { address: presented.address, operation: operationId, budget };
      const used = operation.counted_alone ? gate.addressAlone(call) : await gate.address(call);
      if (used > budget) throw new BudgetExceeded(budget);
      return { kind: 'public' };
    }
    if (operation.accepts.includes('operator')) {
      checkOperator(ctx, presented);
      know({ by: OPERATOR });
      const used = await gate.address({ address: OPERATOR, operation: operationId, budget });
      if (used > budget) throw new BudgetExceeded(budget);
      return { kind: 'operator' };
    }
    if (operation.accepts.includes('owner')) {
      const reads = operation.method === 'GET';
      return admitOwner(ctx, presented, { id: operationId, reads, budget, wrong, know });
    }
    if (!presented.bearer) throw new Refusal('invalid_api_key');
    const header = merchantHeader(presented);
    const hash = hashToken(presented.bearer);
    const environment = environmentOfKey(presented.bearer);
    // Over one database by mistake, a deployment of each environment does not take the other's keys.
    if (environment !== null && environment !== ctx.config.environment) throw refusedBearer(wrong, presented);
    // A key is looked for among keys: whatever holds the tables of dashboard users is in no key's way.
    const takes_dashboard = operation.accepts.includes('dashboard') && environment === null;
    const { by_account = false } = operation;
    const call = {
      hash,
      operation: operationId,
      budget,
      merchant_id: header.id,
      takes_dashboard,
      by_account,
    };
    const key = (await wrong.has(hash, presented.address)) ? null : await gate.key(call);
    if (!key) throw refusedBearer(wrong, presented);
    know(knownBy(key));
    if (wantsMerchantHeader(operation, key) && !header.given) throw new Refusal('merchant_header_required');
    if (key.used > key.budget) throw new BudgetExceeded(key.budget);
    return scopeOf(operation, key);
  };
}

function knownBy({ key_id, key_channel_id, key_merchant_id, permissions, merchant }: AdmittedKey): Known {
  return {
    by: `${permissions === null ? 'key' : 'user'}:${key_id}`,
    channel_id: key_channel_id ?? merchant?.channel_id ?? null,
    merchant_id: merchant?.merchant_id ?? key_merchant_id,
  };
}

function refusedBearer(wrong: WrongBearers, { address }: Presented): Refusal {
  wrong.add(address);
  return new Refusal('invalid_api_key');
}

function merchantHeader(presented: Presented): { given: boolean; id: string | null } {
  const text = presented.merchant_header ?? '';
  return { given: text !== '', id: isUuid(text) ? text.toLowerCase() : null };
}

function wantsMerchantHeader(operation: Guard, key: AdmittedKey): boolean {
  return key.key_merchant_id === null && operation.accepts.includes('channel_merchant');
}

function checkOperator(ctx: Ctx, presented: Presented): void {
  if (!presented.bearer || !sameSecret(presented.bearer, ctx.config.operator_token)) {
    throw new Refusal('invalid_api_key');
  }
}

// A session comes as a bearer, or as the cookie of our own pages, which a browser adds whoever asks it to.
async function admitOwner(
  ctx: Ctx,
  presented: Presented,
  call: { id: string; reads: boolean; budget: number; wrong: WrongBearers; know: (caller: Known) => void },
): Promise<OwnerScope> {
  const { base_url } = ctx.config;
  const cookie = presented.bearer === null ? ownerTokenIn(base_url, presented.cookie ?? null) : null;
  const token = presented.bearer ?? cookie;
  if (token === null) throw new Refusal('invalid_api_key');
  const { origin = null, fetch_site = null } = presented;
  const from = { reads: call.reads, origin, fetch_site };
  if (cookie !== null && !isFromOwnPage(base_url, from)) throw new Refusal('cross_site_call');
  const { id: operation, budget, wrong, know } = call;
  const hash = hashToken(token);
  const at = ctx.clock.now();
  const isWrong = await wrong.has(hash, presented.address);
  const owner = isWrong ? null : await admitOwnerSession(ctx.db, { hash, operation, budget, at });
  if (!owner) throw refusedBearer(wrong, presented);
  const { used, ...scope } = owner;
  know({ by: `owner:${scope.owner_id}` });
  if (used > budget) throw new BudgetExceeded(budget);
  return { kind: 'owner', ...scope };
}

// Both sides are hashed first, so that the comparison tells neither content nor length.
function sameSecret(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
