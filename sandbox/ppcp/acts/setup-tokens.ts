import { raiseTokenDeleted } from '../notices/vault-notices.ts';
import { hasSetupLapsed } from '../checks/vault-window.ts';
import { lockRecord, putRecord, readRecord } from '../../machine/store/records.ts';
import type { PaymentToken, SetupToken } from '../shapes/vault-shapes.ts';
import type { Tx } from '../../machine/store/sql.ts';
import { transact, type World } from '../shapes/world.ts';
import { type Approval, type Choice, chooseBuyer, chosenSource, readFunding, withQuery } from './buyer.ts';
import { approveOrder, cancelOrder } from './orders.ts';
import { conflict, notFound, unprocessable } from '../../machine/refusal.ts';

const SAVABLE = new Set(['paypal', 'venmo', 'paylater', 'credit', 'card']);

/** The buyer approves an order or, by its id, a setup token. */
export async function approve(world: World, choice: Choice): Promise<Approval> {
  const isSetup = (await readRecord(world.db, 'setup_token', choice.order_id)) !== null;
  return isSetup ? approveSetup(world, choice) : approveOrder(world, choice);
}

/** The buyer leaves an order or a setup token without approving it. */
export async function cancel(world: World, id: string): Promise<Approval> {
  const isSetup = (await readRecord(world.db, 'setup_token', id)) !== null;
  return isSetup ? cancelSetup(world, id) : cancelOrder(world, id);
}

// What the buyer chooses here is what every later payment by the saved instrument comes to.
async function approveSetup(world: World, choice: Choice): Promise<Approval> {
  const funding = readFunding(choice.funding_source ?? 'paypal');
  if (!SAVABLE.has(funding.source)) unprocessable(`funding_source: ${funding.source} cannot be saved`);
  return transact(world, async (tx) => {
    const setup = await openSetup(tx, world, choice.order_id);
    const buyer = await chooseBuyer(tx, choice.account_id);
    if (setup.seller_id === buyer.account_id) unprocessable('account_id: a seller cannot pay themselves');
    const approved: SetupToken = {
      ...setup,
      status: 'APPROVED',
      payer_id: buyer.account_id,
      funding,
      canceled: false,
      payment_source: chosenSource(buyer, funding),
    };
    await putRecord(tx, 'setup_token', setup.id, approved);
    return approvalOf(approved, approved.return_url);
  });
}

async function cancelSetup(world: World, id: string): Promise<Approval> {
  return transact(world, async (tx) => {
    const setup = await openSetup(tx, world, id);
    if (setup.status === 'APPROVED') conflict('The setup token is already approved');
    await putRecord(tx, 'setup_token', id, { ...setup, canceled: true });
    return approvalOf(setup, setup.cancel_url);
  });
}

async function openSetup(tx: Tx, world: World, id: string): Promise<SetupToken> {
  const setup = (await lockRecord(tx, 'setup_token', id)) ?? notFound('Setup token');
  if (hasSetupLapsed(world, setup)) notFound('Setup token');
  if (setup.status === 'VAULTED') conflict('The setup token is VAULTED');
  return setup;
}

function approvalOf(setup: SetupToken, address: string | null): Approval {
  const query = { approval_token_id: setup.id, approval_session_id: setup.id };
  const return_url = withQuery(address, query);
  return { order_id: setup.id, status: setup.status, payer_id: setup.payer_id, return_url };
}

/** The buyer ends the agreement in their own account; charges by it are refused from now on. */
export async function cancelAgreement(world: World, id: string): Promise<PaymentToken> {
  return transact(world, async (tx) => {
    const token = (await lockRecord(tx, 'payment_token', id)) ?? notFound('Payment token');
    if (token.state === 'CANCELLED') conflict('The agreement is already canceled');
    const canceled: PaymentToken = { ...token, state: 'CANCELLED' };
    await putRecord(tx, 'payment_token', id, canceled);
    await raiseTokenDeleted(tx, world, canceled);
    return canceled;
  });
}
