import { tokenView } from '../views/vault-view.ts';
import type { PaymentToken } from '../shapes/vault-shapes.ts';
import type { Tx } from '../../machine/store/sql.ts';
import type { World } from '../shapes/world.ts';
import { raiseNotice } from './raise.ts';

/** Tells that an instrument was saved, with the order it was saved with when it was one. */
export async function raiseTokenCreated(tx: Tx, world: World, token: PaymentToken): Promise<void> {
  await raise(tx, world, token, {
    type: 'VAULT.PAYMENT-TOKEN.CREATED',
    summary: 'A payment token has been created.',
  });
}

/** Tells that an instrument can no longer be charged, whoever ended it. */
export async function raiseTokenDeleted(tx: Tx, world: World, token: PaymentToken): Promise<void> {
  await raise(tx, world, token, {
    type: 'VAULT.PAYMENT-TOKEN.DELETED',
    summary: 'A payment token has been deleted.',
  });
}

async function raise(
  tx: Tx,
  world: World,
  token: PaymentToken,
  event: { type: string; summary: string },
): Promise<void> {
  await raiseNotice(tx, world, {
    event_type: event.type,
    resource_type: 'payment_token',
    resource_version: '3.0',
    summary: event.summary,
    resource: {
      ...tokenView(world, token),
      ...(token.order_id === null ? {} : { metadata: { order_id: token.order_id } }),
      time_created: token.create_time,
    },
  });
}
