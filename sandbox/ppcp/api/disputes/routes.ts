import type { FastifyInstance } from 'fastify';
import { readRecord } from '../../../machine/store/records.ts';
import type { Dispute } from '../../shapes/dispute-shapes.ts';
import type { Account } from '../../shapes/shapes.ts';
import { transact, type World } from '../../shapes/world.ts';
import { provide, type Answer, type Call } from '../operation.ts';
import { refuse } from '../../checks/problem.ts';
import { requireGrant } from '../../checks/scopes.ts';
import { ACTIONS } from './actions.ts';
import { openInput } from './bodies.ts';
import { listDisputes } from './list.ts';
import { lockCase } from '../../acts/dispute-record.ts';
import { actionsOf, type DisputeAction } from '../../checks/dispute-rules.ts';
import { disputeView, selfLink } from '../../views/dispute-view.ts';

const BASE = '/v1/customer/disputes';

/** Serves Disputes v1: list, show, and every action of a seller. The buyer's own are refused. */
export function serveDisputes(app: FastifyInstance, world: World): void {
  provide(app, world, {
    method: 'GET',
    path: BASE,
    fault: 'disputes.read',
    handle: (call) => listDisputes(call, requireSeller(call, 'READ_SELLER_DISPUTE')),
  });
  provide(app, world, { method: 'GET', path: `${BASE}/:id`, fault: 'disputes.read', handle: showDispute });
  for (const action of Object.keys(ACTIONS) as DisputeAction[]) {
    provide(app, world, {
      method: 'POST',
      path: `${BASE}/:id/${action.replaceAll('_', '-')}`,
      fault: 'disputes.act',
      parted: true,
      handle: (call) => act(call, action),
    });
  }
  for (const action of ['accept-offer', 'deny-offer']) {
    provide(app, world, {
      method: 'POST',
      path: `${BASE}/:id/${action}`,
      fault: 'disputes.act',
      handle: async () => refuse('PERMISSION_DENIED'),
    });
  }
}

async function showDispute(call: Call): Promise<Answer> {
  const seller = requireSeller(call, 'READ_SELLER_DISPUTE');
  const dispute = await readRecord(call.world.db, 'dispute', call.params['id'] ?? '');
  requireOwn(dispute, seller);
  return { status: 200, body: await disputeView(call.world.db, call.world, dispute) };
}

async function act(call: Call, action: DisputeAction): Promise<Answer> {
  const { world } = call;
  const seller = requireSeller(call, 'UPDATE_SELLER_DISPUTE');
  if (call.mockIssue !== null) refuse(call.mockIssue);
  const id = call.params['id'] ?? '';
  return transact(world, async (tx) => {
    const open = await lockCase(tx, id);
    requireOwn(open?.dispute ?? null, seller);
    if (open === null) return refuseUnknown();
    const input = openInput(call.body, call.files);
    const perform = ACTIONS[action](input, open.dispute);
    input.checker.finish();
    // Whether it is allowed now comes last: a call that makes no sense never would be.
    if (!actionsOf(open.dispute).includes(action)) refuse('ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE');
    await perform(tx, world, open);
    return { status: 200, body: { links: [selfLink(world, id)] } };
  });
}

// A platform acts for a seller only by naming them.
function requireSeller(call: Call, feature: string): Account {
  if (call.seller === null) return refuse('PERMISSION_DENIED');
  requireGrant(call.seller, feature);
  return call.seller;
}

function requireOwn(dispute: Dispute | null, seller: Account): asserts dispute is Dispute {
  if (dispute === null || dispute.payee_id !== seller.account_id) refuseUnknown();
}

function refuseUnknown(): never {
  return refuse('INVALID_RESOURCE_ID', { field: 'id', location: 'path' });
}
