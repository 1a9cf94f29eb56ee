import { Type } from 'typebox';
import { closed, DateTime, nullable, oneOf, page, pageOf, Prose, Uuid } from '../shapes.ts';

const STATEMENT_STATUSES = ['issued', 'superseded'] as const;
const FEE_VISIBILITIES = ['collected', 'accrued', 'unknown'] as const;
const ENTRY_TYPES = ['capture', 'fee_refund_adjustment'] as const;
/** What is still to be done for a statement that was begun, in this order. */
const WRITING_PHASES = ['closing', 'adjustments', 'captures', 'sealing'] as const;
const SHARE_BASES = [
  'platform_fee_accrued_net',
  'transaction_count',
  'platform_fee_accrued_net_and_transaction_count',
] as const;

const cents = Type.Integer();
const display = Type.String();
const Month = Type.String({ pattern: '^[1-9][0-9]{3}-(0[1-9]|1[0-2])$' });
const Day = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description: 'A day (UTC).' });

export const RailSummary = Type.Object(
  {
    provider: Type.String(),
    fee_visibility: oneOf(FEE_VISIBILITIES),
    transaction_count: Type.Integer(),
    captured_amount_cents: cents,
    captured_amount_display: display,
    platform_fee_accrued_cents: nullable(cents),
    platform_fee_accrued_display: nullable(display),
    included_in_settlement: Type.Boolean(),
    exclusion_reason: nullable(Type.String()),
  },
  closed,
);

export const Statement = Type.Object(
  {
    id: Type.String(),
    channel_id: Type.String(),
    currency: Type.String(),
    status: oneOf(STATEMENT_STATUSES),
    period_start: Day,
    period_end: Day,
    generated_at: DateTime,
    generated_by: nullable(Type.String()),
    volume_basis: oneOf(['capture'] as const),
    share_basis: oneOf(SHARE_BASES),
    terms_type: Type.String(),
    terms_description: Type.String(),
    terms_fee_share_basis_points: nullable(Type.Integer()),
    terms_per_transaction_minor_units: nullable(Type.Integer()),
    terms_per_transaction_currency: nullable(Type.String()),
    accounted_transaction_count: Type.Integer(),
    accounted_captured_amount_cents: cents,
    accounted_captured_amount_display: display,
    platform_fee_accrued_cents: cents,
    platform_fee_accrued_display: display,
    platform_fee_refunded_cents: cents,
    platform_fee_refunded_display: display,
    platform_fee_accrued_net_cents: cents,
    platform_fee_accrued_net_display: display,
    platform_fee_collected_cents: nullable(cents),
    platform_fee_collected_display: nullable(display),
    channel_share_cents: cents,
    channel_share_display: display,
    excluded_transaction_count: Type.Integer(),
    excluded_captured_amount_cents: cents,
    excluded_captured_amount_display: display,
    rail_summaries: Type.Array(RailSummary),
    supersedes_statement_id: nullable(Type.String()),
    superseded_by_statement_id: nullable(Type.String()),
    correction_reason: nullable(Type.String()),
  },
  closed,
);

export const StatementLine = Type.Object(
  {
    id: Type.String(),
    entry_type: oneOf(ENTRY_TYPES),
    provider: Type.String(),
    transaction_id: nullable(Type.String()),
    merchant_id: nullable(Type.String()),
    merchant_name: nullable(Type.String()),
    provider_capture_id: nullable(Type.String()),
    captured_at: nullable(DateTime),
    amount_cents: cents,
    amount_display: display,
    platform_fee_accrued_cents: cents,
    platform_fee_refunded_cents: cents,
    platform_fee_net_cents: cents,
    platform_fee_collected_cents: nullable(cents),
    applied_fee_share_basis_points: nullable(Type.Integer()),
    applied_per_transaction_minor_units: nullable(Type.Integer()),
    per_transaction_amount_cents: cents,
    channel_share_cents: cents,
    channel_share_display: display,
  },
  closed,
);

export const StatementLinePage = Type.Object(
  {
    statement_id: Type.String(),
    currency: Type.String(),
    total: Type.Integer(),
    limit: Type.Integer(),
    offset: Type.Integer(),
    lines: Type.Array(StatementLine),
  },
  closed,
);

/** What a statement's hash is of, beside its lines. */
export const StatementHead = Type.Object(
  {
    id: Type.String(),
    channel_id: Type.String(),
    currency: Type.String(),
    period_start: Day,
    terms_version: Type.Integer(),
    terms_type: Type.String(),
    terms_description: Type.String(),
    terms_fee_share_basis_points: nullable(Type.Integer()),
    terms_per_transaction_minor_units: nullable(Type.Integer()),
    terms_per_transaction_currency: nullable(Type.String()),
    accounted_transaction_count: Type.Integer(),
    accounted_captured_amount_cents: cents,
    platform_fee_accrued_cents: cents,
    platform_fee_refunded_cents: cents,
    platform_fee_collected_cents: nullable(cents),
    channel_share_cents: cents,
    excluded_transaction_count: Type.Integer(),
    excluded_captured_amount_cents: cents,
    line_count: Type.Integer(),
    supersedes_statement_id: nullable(Type.String()),
    correction_reason: nullable(Type.String()),
    generated_by: Type.String(),
    generated_at: DateTime,
    rail_summaries: Type.Array(
      Type.Object(
        {
          provider: Type.String(),
          fee_visibility: oneOf(FEE_VISIBILITIES),
          transaction_count: Type.Integer(),
          captured_amount_cents: cents,
          platform_fee_accrued_cents: nullable(cents),
          included_in_settlement: Type.Boolean(),
          exclusion_reason: nullable(Type.String()),
        },
        closed,
      ),
    ),
  },
  closed,
);

export const StatementBlock = Type.Object({ lines: Type.Integer(), sha256: Type.String() }, closed);

export const StatementProof = Type.Object(
  { hash: Type.String(), head: StatementHead, blocks: Type.Array(StatementBlock) },
  closed,
);

export const StatementQuery = Type.Object(
  {
    currency: Type.Optional(Type.String({ minLength: 3, maxLength: 3 })),
    include_superseded: Type.Optional(Type.Boolean({ default: false })),
    ...page({ default: 50, max: 200 }),
  },
  closed,
);

export const StatementLineQuery = Type.Object(page({ default: 200, max: 500 }), closed);

export const StatementClose = Type.Object(
  {
    period: Month,
    channel_id: Type.Optional(Type.String({ format: 'uuid' })),
  },
  closed,
);

export const StatementsIssued = Type.Object({ issued: Type.Array(Type.String()) }, closed);

/** A statement that was begun and is not issued. */
export const StatementUnderWay = Type.Object(
  {
    statement_id: Type.String(),
    channel_id: Type.String(),
    currency: Type.String(),
    period_start: Day,
    period_end: Day,
    generated_by: Type.String(),
    supersedes_statement_id: nullable(Type.String()),
    phase: oneOf(WRITING_PHASES),
    line_count: Type.Integer(),
    written_until: nullable(DateTime),
    started_at: DateTime,
  },
  closed,
);

export const StatementUnderWayPage = pageOf(StatementUnderWay);

export const StatementUnderWayQuery = Type.Object(
  {
    period: Type.Optional(Month),
    channel_id: Type.Optional(Uuid),
    ...page({ default: 50, max: 200 }),
  },
  closed,
);

export const StatementCorrection = Type.Object({ reason: Prose({ minLength: 1, maxLength: 500 }) }, closed);

export { NOTES } from './notes.ts';
