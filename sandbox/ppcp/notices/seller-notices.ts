import { integrationLink } from '../views/integration-link.ts';
import type { Account } from '../shapes/shapes.ts';
import type { Tx } from '../../machine/store/sql.ts';
import type { World } from '../shapes/world.ts';
import { raiseNotice } from './raise.ts';

/** Tells the partner that a seller finished under a tracking id. */
export async function raiseOnboardingCompleted(
  tx: Tx,
  world: World,
  account: Account,
  tracking_id: string | null,
): Promise<void> {
  await raiseNotice(tx, world, {
    event_type: 'MERCHANT.ONBOARDING.COMPLETED',
    resource_type: 'merchant-onboarding',
    summary: 'The merchant account setup is completed',
    resource: {
      partner_client_id: world.wallet.client_id,
      merchant_id: account.account_id,
      ...(tracking_id === null ? {} : { tracking_id }),
      links: [integrationLink(world, account.account_id)],
    },
  });
}

/** Tells the partner that a seller who was connected already consented once more. */
export async function raiseAlreadyIntegrated(tx: Tx, world: World, account: Account): Promise<void> {
  const type = 'CUSTOMER.MERCHANT-INTEGRATION.SELLER-ALREADY-INTEGRATED';
  await raiseIntegration(tx, world, account, type, {});
}

/** Tells the partner that a seller took the consent back; the seller's id is all it says. */
export async function raiseConsentRevoked(tx: Tx, world: World, account: Account): Promise<void> {
  await raiseNotice(tx, world, {
    event_type: 'MERCHANT.PARTNER-CONSENT.REVOKED',
    resource_type: 'partner-consent',
    summary: 'The account setup consents has been revoked or the merchant account is closed',
    resource: { merchant_id: account.account_id },
  });
}

/** Tells what changed about a connected seller; a partner without consent hears nothing. */
export async function raiseAccountChanges(
  tx: Tx,
  world: World,
  before: Account,
  after: Account,
): Promise<void> {
  if (after.consent !== 'granted' || before.consent !== 'granted') return;
  const integration = 'CUSTOMER.MERCHANT-INTEGRATION';
  if (!before.email_confirmed && after.email_confirmed) {
    await raiseIntegration(tx, world, after, `${integration}.SELLER-EMAIL-CONFIRMED`, {});
  }
  if (differs(before.capabilities, after.capabilities)) {
    const { capabilities } = after;
    await raiseIntegration(tx, world, after, `${integration}.CAPABILITY-UPDATED`, { capabilities });
  }
  if (differs(before.products, after.products)) {
    const { products } = after;
    await raiseIntegration(tx, world, after, `${integration}.PRODUCT-SUBSCRIPTION-UPDATED`, { products });
  }
  if (after.granted.some((feature) => !before.granted.includes(feature))) {
    await raiseIntegration(tx, world, after, `${integration}.SELLER-CONSENT-GRANTED`, {});
  }
  await raiseLimitations(tx, world, before, after);
}

async function raiseLimitations(tx: Tx, world: World, before: Account, after: Account): Promise<void> {
  const told = (move: string, limitation: object): Promise<void> =>
    raiseIntegration(tx, world, after, `CUSTOMER.ACCOUNT-LIMITATION.${move}`, { limitation });
  if (before.payments_receivable !== after.payments_receivable) {
    await told(after.payments_receivable ? 'LIFTED' : 'ADDED', { name: 'RECEIVE_MONEY' });
  }
  const named = (account: Account, name: string) => account.limitations.find((one) => one.name === name);
  for (const limitation of after.limitations) {
    const earlier = named(before, limitation.name);
    if (earlier === undefined) await told('ADDED', limitation);
    else if (differs(earlier, limitation)) await told('UPDATED', limitation);
  }
  for (const limitation of before.limitations) {
    if (named(after, limitation.name) === undefined) await told('LIFTED', limitation);
  }
}

async function raiseIntegration(
  tx: Tx,
  world: World,
  account: Account,
  event_type: string,
  details: object,
): Promise<void> {
  await raiseNotice(tx, world, {
    event_type,
    resource_type: 'merchant-integration',
    summary: event_type,
    resource: {
      partner_client_id: world.wallet.client_id,
      merchant_id: account.account_id,
      ...(account.tracking_id === null ? {} : { tracking_id: account.tracking_id }),
      ...details,
      links: [integrationLink(world, account.account_id)],
    },
  });
}

function differs(before: unknown, after: unknown): boolean {
  return JSON.stringify(before) !== JSON.stringify(after);
}
