import { id } from './made-ids.ts';

const MERCHANTS_PER_CHANNEL = 100;

const hash = (name: string) => `sha256(('${name}' || i)::bytea)`;
// The same merchant's channel wherever both stand in a row.
const CHANNEL = id('channel', `1 + i / ${MERCHANTS_PER_CHANNEL}`);
// Nothing ends while a test lasts, wherever it moves the clock to.
const LATER = `now() + interval '1 year'`;
const SETTLED = `case when i % 2 = 0 then 'done' else 'refused' end`;

/** What each table holds, a row for each number: everything ended and was paid, and nothing waits. */
export const CONTENTS: readonly (readonly [into: string, values: string])[] = [
  ['channels (id, name, created_at)', `${id('channel')}, 'grown', now()`],
  [
    'channel_terms (id, channel_id, version, type, description, fee_share_basis_points, created_at)',
    `${id('other')}, ${id('channel')}, 1, 'fee_share', 'grown', 100, now()`,
  ],
  [
    'merchants (id, channel_id, business_name, email, email_folded, country_code, created_at)',
    `${id('merchant')}, ${CHANNEL}, 'grown', i || '@grown.example', i || '@grown.example', 'US', now()`,
  ],
  [
    'api_keys (id, channel_id, name, prefix, hash, created_at)',
    `${id('other')}, ${CHANNEL}, 'grown', 'sk_test_', ${hash('key')}, now()`,
  ],
  [
    'owners (id, channel_id, email, created_at)',
    `${id('owner')}, ${id('channel')}, i || '@grown.example', now()`,
  ],
  [
    'invitations (id, owner_id, token_hash, expires_at, created_at)',
    `${id('other')}, ${id('owner')}, ${hash('invitation')}, now(), now()`,
  ],
  [
    'owner_sessions (id, owner_id, token_hash, passkey_shown, created_at, expires_at)',
    `${id('session')}, ${id('owner')}, ${hash('session')}, false, ${LATER}, ${LATER}`,
  ],
  [
    'passkeys (id, owner_id, credential_id, public_key, sign_count, transports, name, created_at)',
    `${id('other')}, ${id('owner')}, 'grown' || i, '', 0, '{}', 'grown', now()`,
  ],
  [
    'passkey_challenges (challenge_hash, session_id, expires_at)',
    `${hash('challenge')}, ${id('session')}, ${LATER}`,
  ],
  [
    'device_recoveries (id, owner_id, token_hash, created_at, expires_at)',
    `${id('other')}, ${id('owner')}, ${hash('recovery')}, now(), now()`,
  ],
  [
    'dashboard_users (id, merchant_id, email, permissions, created_at)',
    `${id('user')}, ${id('merchant')}, i || '@grown.example', '{}', now()`,
  ],
  [
    'dashboard_invitations (id, user_id, token_hash, created_at, expires_at)',
    `${id('other')}, ${id('user')}, ${hash('invitation')}, now(), now()`,
  ],
  [
    'dashboard_tokens (id, user_id, token_hash, created_at, expires_at)',
    `${id('other')}, ${id('user')}, ${hash('token')}, now(), ${LATER}`,
  ],
  ['budget_windows (subject, operation, started_at, used)', `'grown' || i, 'sessions.read', now(), 1`],
  [
    'webhook_endpoints (id, channel_id, url, host, enabled, event_types, secret, secret_hint, created_at, updated_at)',
    `${id('endpoint')}, ${CHANNEL}, 'https://grown.example/', 'grown.example', true, '{payment.refunded}', '', 'abcd',
      now(), now()`,
  ],
  [
    'events (id, channel_id, merchant_id, type, created_at, body, state)',
    `${id('event')}, ${CHANNEL}, ${id('merchant')}, 'payment.captured', now(), '{}', 'routed'`,
  ],
  [
    'deliveries (event_id, endpoint_id, activation, state, attempts, due_at)',
    `${id('event')}, ${id('endpoint')}, 1, 'waiting', 1, ${LATER}`,
  ],
  [
    'deliveries_finished (event_id, endpoint_id, state, attempts, finished_at)',
    `${id('event')}, ${id('endpoint')}, 'delivered', 1, now()`,
  ],
  [
    'delivery_attempts (event_id, endpoint_id, n, started_at, ms)',
    `${id('event')}, ${id('endpoint')}, 1, now(), 10`,
  ],
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
    `ledger_postings (source_id, kind, occurred_at, transaction_id, captured_at, channel_id, merchant_id, currency,
      debit, credit, amount_cents, is_late, posted_at)`,
    `${id('transaction')}, 'capture', now(), ${id('transaction')}, now(), ${CHANNEL}, ${id('merchant')}, 'USD',
      'provider', 'merchant', 100, false, now()`,
  ],
  [
    `statements (id, channel_id, currency, period, terms_version, terms_type, terms_description,
      accounted_transaction_count, accounted_captured_amount_cents, platform_fee_accrued_cents,
      platform_fee_refunded_cents, channel_share_cents, excluded_transaction_count, excluded_captured_amount_cents,
      rail_summaries, line_count, hash, generated_by, generated_at)`,
    `${id('statement')}, ${id('channel')}, 'USD', date_trunc('month', now())::date, 1, 'fee_share', 'grown', 1, 100, 0, 0, 0,
      0, 0, '[]', 1, 'grown', 'worker', now()`,
  ],
  [
    `statement_runs (statement_id, channel_id, currency, period, terms_id, generated_by, phase, started_at)`,
    `${id('statement')}, ${id('channel')}, 'USD', date_trunc('month', now())::date, ${id('other')}, 'worker', 'issued', now()`,
  ],
  [
    `statement_lines (statement_id, n, entry_type, provider, transaction_id, merchant_id, merchant_name, captured_at,
      amount_cents, platform_fee_accrued_cents, platform_fee_refunded_cents, per_transaction_amount_cents,
      channel_share_cents)`,
    `${id('statement')}, 1, 'capture', 'ppcp', ${id('transaction')}, ${id('merchant')}, 'grown', now(), 100, 0, 0, 0, 0`,
  ],
  ['statement_blocks (statement_id, block, lines, sha256)', `${id('statement')}, 0, 1, 'grown'`],
  [
    `statement_sums (statement_id, provider, fee_visibility, transactions, captured_cents, accrued_cents,
      refunded_cents, collected_cents, collected_unknown, share_cents)`,
    `${id('statement')}, 'ppcp', 'collected', 1, 100, 0, 0, 0, 0, 0`,
  ],
  [
    'statement_late_postings (source_id, kind, occurred_at, statement_id)',
    `${id('other')}, 'fee_return', now(), ${id('statement')}`,
  ],
  [
    'ledger_months (channel_id, currency, month, closed_at)',
    `${id('channel')}, 'USD', date_trunc('month', now())::date, now()`,
  ],
  [
    'notices (id, rail, provider_notice_id, notice_type, body, state, received_at, acted_at)',
    `${id('other')}, 'ppcp', 'GROWN' || i, 'grown', '{}', 'done', now(), now()`,
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
    `reconciliation_days (id, provider, provider_account, rail_account_id, merchant_id, day, looks, is_whole, created_at)`,
    `${id('compared')}, 'ppcp', 'GROWN' || i, ${id('account')}, ${id('merchant')}, now()::date - i / 10, 1, true, now()`,
  ],
  [
    `reconciliation_differences (id, day_id, provider, provider_account, merchant_id, day, cause, kind, provider_id, state,
      found_at, seen_at, closed_at)`,
    `${id('other')}, ${id('compared')}, 'ppcp', 'GROWN' || i, ${id('merchant')}, now()::date - i / 10,
      (array['missing_here', 'missing_there', 'amount', 'fee', 'state', 'day'])[1 + i % 6], 'capture', 'GROWN' || i,
      (array['mended', 'gone', 'settled'])[1 + i % 3], now(), now(), now()`,
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
  [
    'audit_entries (id, actor, action, subject, created_at)',
    `${id('other')}, 'operator', 'channel.created', 'grown', now()`,
  ],
];
