import type { Notes } from '../notes.ts';

/** What the fields of statements mean. Amounts are in the statement’s one currency. */
export const NOTES = {
  'StatementUnderWay.phase':
    'closing: whoever still posts in the month is waited for. adjustments, captures: lines are written, in this order. sealing: the ' +
    'sums and the hash are made.',
  'StatementUnderWay.line_count': 'How many lines are written so far.',
  'StatementUnderWay.written_until':
    'Up to where in the month its captures are written; null before the first and when all are.',
  'StatementUnderWay.supersedes_statement_id': 'For a correction, the statement in whose place it is issued.',
  'Statement.id': 'The statement.',
  'Statement.status': 'superseded: another one stands in its place.',
  'Statement.generated_by': 'Who had it issued: the operator, or the service by itself.',
  'Statement.volume_basis': 'Amounts count when they are captured, not when they are paid out.',
  'Statement.share_basis': 'What the channel’s share is worked out of.',
  'Statement.terms_type': 'The kind of the terms that were in force.',
  'Statement.terms_description': 'Those terms in words.',
  'Statement.terms_fee_share_basis_points':
    'The share of fees by those terms, in hundredths of a percent; null where there is none.',
  'Statement.terms_per_transaction_minor_units':
    'The amount for each payment by those terms; null where there is none.',
  'Statement.terms_per_transaction_currency':
    'The currency of that amount, which is owed for payments in it.',
  'Statement.accounted_transaction_count': 'How many captures of the month are accounted for.',
  'Statement.accounted_captured_amount_cents': 'What these captures took, in minor units.',
  'Statement.accounted_captured_amount_display': 'The same for people, with its currency.',
  'Statement.platform_fee_accrued_cents': 'The platform’s fees on them, in minor units.',
  'Statement.platform_fee_accrued_display': 'The same for people, with its currency.',
  'Statement.platform_fee_refunded_cents':
    'What refunds gave back of such fees in the month, in minor units.',
  'Statement.platform_fee_refunded_display': 'The same for people, with its currency.',
  'Statement.platform_fee_accrued_net_cents': 'The fees less what was given back of them, in minor units.',
  'Statement.platform_fee_accrued_net_display': 'The same for people, with its currency.',
  'Statement.platform_fee_collected_cents':
    'What the providers are known to have collected of them, in minor units; null unless it is known of all.',
  'Statement.platform_fee_collected_display': 'The same for people, with its currency.',
  'Statement.channel_share_cents': 'What is owed to the channel, in minor units.',
  'Statement.channel_share_display': 'The same for people, with its currency.',
  'Statement.excluded_transaction_count': 'How many captures are left out, since no fee on them is recorded.',
  'Statement.excluded_captured_amount_cents': 'What those took, in minor units.',
  'Statement.excluded_captured_amount_display': 'The same for people, with its currency.',
  'Statement.rail_summaries': 'The month by provider, with what is left out.',
  'Statement.supersedes_statement_id': 'For a correction, the statement in whose place it stands.',
  'Statement.superseded_by_statement_id':
    'The correction that stands in its place; null where there is none.',
  'Statement.correction_reason': 'Why it was corrected, in the operator’s words; null for a first one.',
  'RailSummary.fee_visibility':
    'collected: the provider parts the fee from the payment. accrued: it is worked out by the price alone. unknown: there is no price.',
  'RailSummary.transaction_count': 'How many captures.',
  'RailSummary.captured_amount_cents': 'What they took, in minor units.',
  'RailSummary.captured_amount_display': 'The same for people, with its currency.',
  'RailSummary.platform_fee_accrued_cents':
    'The platform’s fees on them, in minor units; null means that nobody knows.',
  'RailSummary.platform_fee_accrued_display': 'The same for people, with its currency.',
  'RailSummary.included_in_settlement': 'Whether the channel’s share counts them.',
  'RailSummary.exclusion_reason': 'Why it does not; null when it does.',
  'StatementLine.id': 'Made of where the line stands, so that it is the same whenever it is read.',
  'StatementLine.entry_type':
    'capture: of this month. fee_refund_adjustment: fee given back on a capture of an earlier one.',
  'StatementLine.transaction_id': 'The payment.',
  'StatementLine.merchant_name': 'What the merchant was called when the line was written.',
  'StatementLine.amount_cents': 'What was captured, in minor units; 0 for an adjustment.',
  'StatementLine.amount_display': 'The same for people, with its currency.',
  'StatementLine.platform_fee_accrued_cents': 'The platform’s fee on it, in minor units.',
  'StatementLine.platform_fee_refunded_cents': 'What was given back of the fee, in minor units.',
  'StatementLine.platform_fee_net_cents': 'The fee less what was given back, in minor units.',
  'StatementLine.platform_fee_collected_cents':
    'What the provider is known to have collected of it; null where nobody knows.',
  'StatementLine.applied_fee_share_basis_points':
    'The share that was applied to the fee; null where there is none.',
  'StatementLine.applied_per_transaction_minor_units':
    'The amount for a payment that was applied; null where there is none.',
  'StatementLine.per_transaction_amount_cents': 'What the line owes by that amount; 0 for an adjustment.',
  'StatementLine.channel_share_cents':
    'What the line adds to the channel’s share, in minor units; below 0 where it takes from it.',
  'StatementLine.channel_share_display': 'The same for people, with its currency.',
  'StatementLinePage.lines': 'The oldest capture first.',
  'StatementHead.terms_version': 'Which version of the channel’s terms was in force.',
  'StatementHead.line_count': 'How many lines the statement has.',
  'StatementBlock.lines': 'How many lines the block has.',
  'StatementBlock.sha256': 'Their digest, in hexadecimal digits.',
  'StatementProof.hash': 'The digest of head and blocks: what the statement is verified by.',
  'StatementProof.head': 'What the hash is of, beside the lines.',
  'StatementProof.blocks': 'The digests of the lines, in order.',
  'StatementClose.period': 'The month, as `2026-01`.',
  'StatementClose.channel_id': 'This channel alone; left out for all.',
  'StatementsIssued.issued': 'The ids of the statements that this call issued.',
  'Statement.generated_at': 'When it was issued.',
  'StatementUnderWay.started_at': 'When it was begun.',
  'StatementCorrection.reason': 'Why it is corrected. The correction shows it.',
} as const satisfies Notes;
