import { newAccountId } from './ids.ts';
import type { Tx } from '../../machine/store/sql.ts';
import type { World } from './world.ts';
import { timestamp } from './world.ts';
import { insertRecord } from '../../machine/store/records.ts';
import type { Account, Capability, Product } from './shapes.ts';

export const SEED_BUSINESS_ID = '7KQ2WHRB5NCXE';
export const SEED_PERSONAL_ID = 'QX4MVT9ZLB6HJ';

// A new account of somebody whose first name begins so is a limited one, as at the provider.
const LIMITED_NAME = 'LMTN';

/** The products of a seller that is ready: wallet checkout on, cards not granted, both device wallets on. */
export function readyProducts(): Product[] {
  return [
    {
      name: 'PPCP_STANDARD',
      vetting_status: 'SUBSCRIBED',
      status: 'ACTIVE',
      capabilities: [
        'PAYPAL_CHECKOUT',
        'PAYPAL_CHECKOUT_ALTERNATIVE_PAYMENT_METHODS',
        'PAYPAL_CHECKOUT_PAY_WITH_PAYPAL_CREDIT',
        'VENMO_PAY_PROCESSING',
        'GUEST_CHECKOUT',
      ],
    },
    {
      name: 'PPCP_CUSTOM',
      vetting_status: 'IN_REVIEW',
      capabilities: ['CUSTOM_CARD_PROCESSING', 'AMEX_OPTBLUE', 'DEBIT_CARD_SWITCH'],
    },
    { name: 'PAYMENT_METHODS', vetting_status: 'SUBSCRIBED', capabilities: ['APPLE_PAY', 'GOOGLE_PAY'] },
    {
      name: 'ADVANCED_VAULTING',
      vetting_status: 'SUBSCRIBED',
      capabilities: ['PAYPAL_WALLET_VAULTING_ADVANCED'],
    },
  ];
}

/** The capabilities that go with `readyProducts`. */
export function readyCapabilities(): Capability[] {
  return [
    ...[
      'PAYPAL_CHECKOUT',
      'PAYPAL_CHECKOUT_ALTERNATIVE_PAYMENT_METHODS',
      'PAYPAL_CHECKOUT_PAY_WITH_PAYPAL_CREDIT',
      'VENMO_PAY_PROCESSING',
      'GUEST_CHECKOUT',
      'PAYPAL_WALLET_VAULTING_ADVANCED',
      'APPLE_PAY',
      'GOOGLE_PAY',
      'SEND_INVOICE',
    ].map((name) => ({ name, status: 'ACTIVE' })),
    { name: 'CUSTOM_CARD_PROCESSING', status: 'PENDING' },
  ];
}

/** A complete account out of the fields a caller cares about; a business account is a ready one. */
export function makeAccount(world: Pick<World, 'clock'>, fields: Partial<Account>): Account {
  const account_id = fields.account_id ?? newAccountId();
  const isBusiness = (fields.kind ?? 'business') === 'business';
  const isLimited = fields.given_name?.startsWith(LIMITED_NAME) === true;
  return {
    account_id,
    kind: 'business',
    email: `${isBusiness ? 'seller' : 'buyer'}-${account_id.toLowerCase()}@sandbox.test`,
    business_name: isBusiness ? 'Harbour Goods' : '',
    given_name: isBusiness ? 'Sam' : 'Jo',
    surname: isBusiness ? 'Seller' : 'Buyer',
    country: 'US',
    currency: 'USD',
    email_confirmed: true,
    payments_receivable: !isLimited,
    products: isBusiness ? readyProducts() : [],
    capabilities: isBusiness ? readyCapabilities() : [],
    granted: [],
    consent: 'none',
    consent_shown: true,
    after_revocation: 'empty',
    tracking_id: null,
    funded: true,
    limitations: isLimited
      ? [{ name: 'MERCHANT_LIMITED_BY_PAYPAL', restrictions: ['RECEIVE_MONEY', 'WITHDRAW_MONEY'] }]
      : [],
    capture_issue: null,
    refund_issue: null,
    refund_outcome: 'completed',
    blocks_duplicate_invoices: true,
    search_lag_seconds: 0,
    created_at: timestamp(world.clock.now()),
    ...fields,
  };
}

/** Writes what a fresh sandbox has: one ready seller and one funded buyer. Idempotent. */
export async function seed(tx: Tx, world: Pick<World, 'clock'>): Promise<void> {
  const seller = makeAccount(world, {
    account_id: SEED_BUSINESS_ID,
    email: 'seller@sandbox.test',
    business_name: 'Harbour Goods',
  });
  const buyer = makeAccount(world, {
    account_id: SEED_PERSONAL_ID,
    kind: 'personal',
    email: 'buyer@sandbox.test',
  });
  await insertRecord(tx, 'account', seller.account_id, seller);
  await insertRecord(tx, 'account', buyer.account_id, buyer);
}
