import { id } from '../made-ids.ts';
import { type Contents, CHANNEL, LATER, SETTLED } from './values.ts';

/** Accounts, sessions, payments, and all that follows from one. */
export const PAYMENTS: Contents = [
  [
    'wallet_connections (merchant_id, wallet_merchant_id, updated_at)',
    `${id('merchant')}, 'GROWN' || i, now()`,
  ],
  [
    'rail_accounts (id, merchant_id, rail, provider_account, created_at)',
    `${id('account')}, ${id('merchant')}, 'ppcp', 'GROWN' || i, now()`,
  ],
  [
    'onboarding_attempts (id, merchant_id, tracking_id, reconnect, state, created_at)',
    `${id('other')}, ${id('merchant')}, 'grown' || i, false, 'minted', now()`,
  ],
  [
    'checkout_sessions (id, merchant_id, channel_id, amount_cents, currency, status, expires_at, created_at)',
    `'cs_grown' || i, ${id('merchant')}, ${CHANNEL}, 100, 'USD', 'completed', now(), now()`,
  ],
  ['session_id_tokens (checkout_session_id, token, expires_at)', `'cs_grown' || i, 'grown', ${LATER}`],
  [
    'idempotency_keys (merchant_id, operation, key, fingerprint, answer, created_at)',
    `${id('merchant')}, 'sessions.create', 'grown', '', '{}', now()`,
  ],
  [
    `transactions (id, merchant_id, channel_id, checkout_session_id, provider, provider_order_id, provider_capture_id,
      status, amount_cents, currency, platform_fee_cents, platform_fee_percent_millionths,
      platform_fee_fixed_minor_units, captured_at, is_posted, created_at, updated_at)`,
    `${id('transaction')}, ${id('merchant')}, ${CHANNEL}, 'cs_grown' || i, 'ppcp', 'GROWN' || i, 'GROWN' || i,
      'captured', 100, 'USD', 0, 0, 0, now(), true, now(), now()`,
  ],
  [
    `transaction_tallies (merchant_id, day, status, payment_method, processor, currency, transactions, refunded, disputed,
      amount_cents, platform_fee_cents, provider_fee_cents, refunded_cents)`,
    `${id('merchant')}, '-infinity', 'captured', 'wallet', '', 'USD', 1, 0, 0, 100, 0, 0, 0`,
  ],
  [
    'revenue_days (merchant_id, day, currency, captures, amount_cents, platform_fee_cents)',
    `${id('merchant')}, now()::date, 'USD', 1, 100, 0`,
  ],
  [
    `transaction_changes (merchant_id, created_day, captured_day, status, payment_method, processor, currency, transactions, refunded,
      disputed, amount_cents, platform_fee_cents, provider_fee_cents, refunded_cents)`,
    `${id('merchant')}, now()::date, now()::date, 'captured', 'wallet', '', 'USD', 0, 0, 0, 0, 0, 0, 0`,
  ],
  [
    'order_claims (rail_account_id, provider_order_id, transaction_id)',
    `${id('account')}, 'GROWN' || i, ${id('transaction')}`,
  ],
  ['tokens_in_hand (transaction_id, sealed, key_id, created_at)', `${id('transaction')}, '', 'grown', now()`],
  [
    'capture_attempts (id, transaction_id, state, created_at, updated_at)',
    `${id('other')}, ${id('transaction')}, ${SETTLED}, now(), now()`,
  ],
  [
    'refunds (id, transaction_id, merchant_id, origin, amount_cents, state, idempotency_key, created_at, updated_at)',
    `${id('other')}, ${id('transaction')}, ${id('merchant')}, 'api', 1, 'completed', 'grown', now(), now()`,
  ],
  [
    `vault_setups (id, merchant_id, checkout_session_id, customer_ref, provider, wallet_merchant_id, provider_setup_id,
      state, created_at, updated_at)`,
    `${id('setup')}, ${id('merchant')}, 'cs_grown' || i, 'grown', 'ppcp', 'GROWN' || i, 'GROWN' || i, 'saved', now(),
      now()`,
  ],
  [
    `vault_tokens (id, merchant_id, vault_setup_id, customer_ref, provider, wallet_merchant_id, provider_token_id,
      source_type, created_at)`,
    `${id('token')}, ${id('merchant')}, ${id('setup')}, 'grown', 'ppcp', 'GROWN' || i, 'GROWN' || i, 'paypal', now()`,
  ],
  [
    `vault_charges (transaction_id, merchant_id, vault_token_id, idempotency_key, state, refusal, created_at,
      updated_at)`,
    `${id('transaction')}, ${id('merchant')}, ${id('token')}, 'grown', ${SETTLED}, 'grown', now(), now()`,
  ],
  [
    `disputes (id, merchant_id, channel_id, provider, provider_account, provider_dispute_id, provider_transaction_id,
      transaction_id, status, is_resolved, currency, available_actions, answered, provider_payload, opened_at,
      provider_updated_at, last_event, created_at, updated_at)`,
    `${id('dispute')}, ${id('merchant')}, ${CHANNEL}, 'ppcp', 'GROWN' || i, 'GROWN' || i, 'GROWN' || i,
      ${id('transaction')}, 'RESOLVED', true, 'USD', '{}', '[]', '{}', now(), now(), 'dispute.resolved', now(), now()`,
  ],
  ['dispute_deadlines (dispute_id, deadline, told_at)', `${id('dispute')}, now(), now()`],
  [
    `dispute_actions (id, dispute_id, merchant_id, action, body, fingerprint, shown_before, shown_alike_before, actor,
      state, refusal, created_at, updated_at)`,
    `${id('other')}, ${id('dispute')}, ${id('merchant')}, 'send-message', '{}', '', 0, 0, 'grown', ${SETTLED}, 'grown',
      now(), now()`,
  ],
  ['dispute_notes (id, dispute_id, text, created_at)', `${id('other')}, ${id('dispute')}, 'grown', now()`],
  [
    'dispute_accounts (id, provider, provider_account, rail_account_id, merchant_id, listed_until, due_at)',
    `${id('other')}, 'ppcp', 'GROWN' || i, ${id('other')}, ${id('merchant')}, now(), now() + interval '10 years'`,
  ],
  [
    `subscriptions (id, merchant_id, customer_ref, amount_cents, currency, interval, interval_count, starts_at, status,
      due_at, ended_at, created_at, updated_at)`,
    `${id('other')}, ${id('merchant')}, 'grown' || i, 100, 'USD', 'month', 1, now(),
      (array['active', 'past_due', 'canceled'])[1 + i % 3], case when i % 3 < 2 then now() + interval '1 year' end,
      case when i % 3 = 2 then now() end, now(), now()`,
  ],
  [
    'subscription_charges (subscription_id, period, try, outcome, transaction_id, ended_at)',
    `${id('other')}, 0, 1, 'charged', ${id('transaction')}, now()`,
  ],
  [
    `text_to_pay_requests (id, merchant_id, provider, rail_account_id, phone, first_name, last_name, amount_cents, currency,
      topic, instructions, state, step, provider_invoice_id, expires_at, resolved_at, created_at, updated_at)`,
    `${id('other')}, ${id('merchant')}, 'ppcp', ${id('other')}, '+14155550123', 'grown', 'grown', 100, 'USD', 'grown', 'grown',
      'canceled', 'invoice', 'GROWN' || i, now(), now(), now(), now()`,
  ],
];
