import { id } from '../made-ids.ts';
import { type Contents, CHANNEL } from './values.ts';

/** The ledger, and what is made of it and compared with it. */
export const BOOKS: Contents = [
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
];
