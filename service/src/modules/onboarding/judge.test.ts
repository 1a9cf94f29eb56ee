import { describe, expect, test } from 'vitest';
import type { ProviderSeller } from '../../rails/rail.ts';
import { type Facts, judge, type Verdict, type WalletStatusReason } from './judge.ts';

const READY: ProviderSeller = {
  wallet_merchant_id: 'W1',
  tracking_id: null,
  email_confirmed: true,
  payments_receivable: true,
  country: 'US',
  primary_currency: 'USD',
  has_checkout_product: true,
  granted: {
    missing_scopes: [],
    features: {
      checkout_platform_fee: true,
      disputes: true,
      transaction_search: true,
      reporting_reconciliation: true,
      merchant_info: true,
      advanced_card_checkout: false,
    },
  },
  acdc_status: 'unavailable',
  apple_pay_status: 'unavailable',
  google_pay_status: 'unavailable',
  can_vault: false,
};

const FRESH: Facts = {
  started: false,
  restarted: false,
  payment_hold: false,
  seller: null,
  was_connected: false,
  consent_withdrawn: false,
  account_conflict: false,
  payee_unverified: false,
};

const WITHHELD = { ...READY.granted!, missing_scopes: ['REFUND' as const] };

// What the provider says, or refuses, and the reason it comes to.
const PROBLEMS: readonly (readonly [name: string, reason: WalletStatusReason, facts: Partial<Facts>])[] = [
  ['an unconfirmed email', 'email_unverified', { seller: { ...READY, email_confirmed: false } }],
  ['a capture refused as unverified', 'email_unverified', { seller: READY, payee_unverified: true }],
  [
    'an account that may not receive',
    'payments_not_receivable',
    { seller: { ...READY, payments_receivable: false } },
  ],
  ['access not read back', 'wallet_scope_refresh_required', { seller: { ...READY, granted: null } }],
  ['access withheld', 'missing_wallet_scopes', { seller: { ...READY, granted: WITHHELD } }],
  [
    'no checkout product',
    'missing_checkout_capability',
    { seller: { ...READY, has_checkout_product: false } },
  ],
];

// A buyer may approve, and the capture is refused.
const OPEN_TO_BUYERS: readonly WalletStatusReason[] = ['email_unverified', 'payments_not_receivable'];

const PAIRS: readonly (readonly [
  name: string,
  facts: Partial<Facts>,
  onboarding: string,
  connection: string,
])[] = [
  ['before the first connection', {}, 'in_progress', 'linked_pending'],
  ['before it, started again', { restarted: true }, 'in_progress', 'linked_pending'],
  ['after it', { was_connected: true }, 'revoked', 'restricted'],
  ['after it, started again', { was_connected: true, restarted: true }, 'in_progress', 'restricted'],
];

const STOPPED = { payments_enabled: false, checkout_enabled: false };

function verdictOf(facts: Partial<Facts>): Verdict {
  return judge({ ...FRESH, ...facts });
}

describe('a merchant who is not linked', () => {
  test.each<[string, Partial<Facts>, Verdict]>([
    [
      'has not started',
      {},
      {
        onboarding_status: 'pending',
        wallet_connection_status: 'not_linked',
        wallet_status_reason: null,
        ...STOPPED,
      },
    ],
    [
      'has started and not come back',
      { started: true },
      {
        onboarding_status: 'in_progress',
        wallet_connection_status: 'not_linked',
        wallet_status_reason: null,
        ...STOPPED,
      },
    ],
    [
      'came back with an account of another merchant',
      { started: true, account_conflict: true },
      {
        onboarding_status: 'in_progress',
        wallet_connection_status: 'not_linked',
        wallet_status_reason: 'wallet_account_already_linked',
        ...STOPPED,
      },
    ],
    [
      'withdrew the consent and came back with an account of another merchant',
      {
        started: true,
        restarted: true,
        was_connected: true,
        seller: READY,
        consent_withdrawn: true,
        account_conflict: true,
      },
      {
        onboarding_status: 'in_progress',
        wallet_connection_status: 'not_linked',
        wallet_status_reason: 'wallet_account_already_linked',
        ...STOPPED,
      },
    ],
  ])('%s', (_name, facts, verdict) => {
    expect(verdictOf(facts)).toEqual(verdict);
  });
});

describe('a linked merchant', () => {
  test.each<[string, Partial<Facts>]>([
    ['for the first time', {}],
    ['still', { was_connected: true }],
    ['again', { was_connected: true, restarted: true }],
    [
      'although an account of another merchant was offered since',
      { was_connected: true, account_conflict: true },
    ],
  ])('without a problem is connected %s', (_name, facts) => {
    expect(verdictOf({ started: true, seller: READY, ...facts })).toEqual({
      onboarding_status: 'completed',
      wallet_connection_status: 'connected',
      wallet_status_reason: null,
      payments_enabled: true,
      checkout_enabled: true,
    });
  });

  describe.each(PROBLEMS)('with %s', (_problem, reason, facts) => {
    test.each(PAIRS)('%s', (_pair, history, onboarding, connection) => {
      expect(verdictOf({ started: true, ...facts, ...history })).toEqual({
        onboarding_status: onboarding,
        wallet_connection_status: connection,
        wallet_status_reason: reason,
        payments_enabled: false,
        checkout_enabled: OPEN_TO_BUYERS.includes(reason),
      });
    });
  });

  test('with several problems is told the one to mend first', () => {
    const worst: ProviderSeller = {
      ...READY,
      email_confirmed: false,
      payments_receivable: false,
      granted: null,
      has_checkout_product: false,
    };
    const mended = [
      {},
      { email_confirmed: true },
      { payments_receivable: true },
      { granted: WITHHELD },
      { granted: READY.granted },
    ];
    let seller = worst;
    const verdicts = mended.map((mend) => {
      seller = { ...seller, ...mend };
      return verdictOf({ started: true, seller });
    });
    // What is told first would let a buyer approve; what stands behind it would not.
    for (const { checkout_enabled } of verdicts) expect(checkout_enabled).toBe(false);
    expect(verdicts.map(({ wallet_status_reason }) => wallet_status_reason)).toEqual([
      'email_unverified',
      'payments_not_receivable',
      'wallet_scope_refresh_required',
      'missing_wallet_scopes',
      'missing_checkout_capability',
    ]);
  });
});

describe('a merchant whose consent was withdrawn', () => {
  test.each<[string, Partial<Facts>, string]>([
    ['is revoked', {}, 'revoked'],
    ['is revoked whatever the provider said before', { seller: READY }, 'revoked'],
    ['is in progress once started again', { seller: READY, restarted: true }, 'in_progress'],
    [
      'is revoked also when an account of another merchant was chosen before that',
      { seller: READY, account_conflict: true },
      'revoked',
    ],
  ])('%s', (_name, facts, onboarding_status) => {
    const history = { started: true, was_connected: true, consent_withdrawn: true };
    expect(verdictOf({ ...history, ...facts })).toEqual({
      onboarding_status,
      wallet_connection_status: 'restricted',
      wallet_status_reason: 'revoked',
      ...STOPPED,
    });
  });
});

describe('over everything that can be known', () => {
  const flags = [
    'started',
    'restarted',
    'was_connected',
    'consent_withdrawn',
    'account_conflict',
    'payee_unverified',
  ] as const;
  const sellers = [null, READY, ...PROBLEMS.map(([, , { seller }]) => seller ?? null)];
  const all: Facts[] = Array.from({ length: 2 ** flags.length }, (_, bits) =>
    Object.fromEntries(flags.map((flag, index) => [flag, ((bits >> index) & 1) === 1])),
  ).flatMap((set) => sellers.map((seller) => ({ ...FRESH, ...set, seller })));

  test('a hold stops everything, names itself and leaves the onboarding status alone', () => {
    for (const facts of all) {
      expect(judge({ ...facts, payment_hold: true })).toEqual({
        onboarding_status: judge(facts).onboarding_status,
        wallet_connection_status: 'restricted',
        wallet_status_reason: 'admin_payment_hold',
        ...STOPPED,
      });
    }
  });

  test('connected is the only state in which a buyer can be charged', () => {
    for (const facts of all) {
      const verdict = judge(facts);
      const isConnected = verdict.wallet_connection_status === 'connected';
      expect(verdict.payments_enabled).toBe(isConnected);
      expect(verdict.onboarding_status === 'completed').toBe(isConnected);
      expect(isConnected && verdict.wallet_status_reason !== null).toBe(false);
      expect(verdict.payments_enabled && !verdict.checkout_enabled).toBe(false);
    }
  });

  test('what stops a merchant who was connected always has a reason', () => {
    for (const facts of all) {
      if (!facts.was_connected || facts.seller === null) continue;
      const verdict = judge(facts);
      expect(verdict.wallet_status_reason === null).toBe(verdict.wallet_connection_status === 'connected');
    }
  });

  test('nothing is charged without an account', () => {
    for (const facts of all) {
      if (facts.seller === null) expect(judge(facts)).toMatchObject(STOPPED);
    }
  });
});
