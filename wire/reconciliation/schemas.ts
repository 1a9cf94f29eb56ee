import { Type } from 'typebox';
import type { Notes } from '../notes.ts';
import { closed, DateTime, nullable, oneOf, page, pageOf, Prose, Uuid } from '../shapes.ts';

export const DIFFERENCE_CAUSES = ['missing_here', 'missing_there', 'amount', 'fee', 'state', 'day'] as const;
const KINDS = ['capture', 'refund', 'reversal', 'platform_fee', 'fee_return'] as const;
const STATES = ['open', 'mended', 'gone', 'settled'] as const;

const DAY = '^[0-9]{4}-[0-9]{2}-[0-9]{2}$';
const Day = Type.String({ pattern: DAY, description: 'A day (UTC).' });
const AskedDay = Type.String({ pattern: DAY, format: 'iso-date-time' });

export const ReconciliationRequest = Type.Object(
  { from: AskedDay, to: Type.Optional(AskedDay), merchant_id: Type.Optional(Uuid) },
  closed,
);

export const ReconciliationAsked = Type.Object({ days: Type.Integer() }, closed);

export const ReconciledDay = Type.Object(
  {
    provider: Type.String(),
    provider_account: Type.String(),
    merchant_id: Type.String(),
    day: Day,
    looks: Type.Integer(),
    entries: Type.Integer(),
    open: Type.Integer(),
    is_whole: Type.Boolean(),
    is_under_way: Type.Boolean(),
    looked_at: nullable(DateTime),
    due_at: nullable(DateTime),
    problem: nullable(Type.String()),
  },
  closed,
);

export const ReconciledDayPage = pageOf(ReconciledDay);

export const ReconciledDayQuery = Type.Object(
  {
    merchant_id: Type.Optional(Uuid),
    day: Type.Optional(AskedDay),
    ...page({ default: 50, max: 200 }),
  },
  closed,
);

const Side = Type.Object(
  {
    amount_cents: nullable(Type.Integer()),
    currency: nullable(Type.String()),
    fee_cents: Type.Optional(nullable(Type.Integer())),
    state: Type.String(),
    at: nullable(DateTime),
  },
  closed,
);

export const Difference = Type.Object(
  {
    id: Type.String(),
    provider: Type.String(),
    provider_account: Type.String(),
    merchant_id: Type.String(),
    channel_id: nullable(Type.String()),
    day: Day,
    cause: oneOf(DIFFERENCE_CAUSES),
    kind: oneOf(KINDS),
    provider_id: Type.String(),
    transaction_id: nullable(Type.String()),
    ours: nullable(Side),
    theirs: nullable(Side),
    state: oneOf(STATES),
    note: nullable(Type.String()),
    found_at: DateTime,
    seen_at: DateTime,
    closed_at: nullable(DateTime),
  },
  closed,
);

export const DifferencePage = pageOf(Difference);

export const DifferenceQuery = Type.Object(
  {
    merchant_id: Type.Optional(Uuid),
    state: Type.Optional(oneOf(STATES)),
    cause: Type.Optional(oneOf(DIFFERENCE_CAUSES)),
    ...page({ default: 50, max: 200 }),
  },
  closed,
);

export const DifferenceSettlement = Type.Object({ note: Prose({ minLength: 1, maxLength: 2_000 }) }, closed);

/** What fields mean. */
export const NOTES = {
  'ReconciliationRequest.to': 'The last day; else `from` is the only one.',
  'ReconciliationRequest.merchant_id': 'Of the accounts of this merchant alone.',
  'ReconciliationAsked.days': 'How many days of accounts will be compared.',
  'ReconciledDay.is_whole': 'The provider had shown everything of the day when it was compared last.',
  'ReconciledDay.entries': 'How much the provider shows of the day, whoever moved it.',
  'ReconciledDay.open': 'How many differences of it are open.',
  'ReconciledDay.due_at': 'When it is looked at again; null when by itself never.',
  'ReconciledDay.problem': 'Why it could not be compared when it was tried last.',
  'Difference.cause':
    'missing_here, missing_there: one side does not know of it. amount, fee, state, day: both do, and say it otherwise.',
  'Difference.provider_id': 'The provider’s id of the capture, the refund or the fee.',
  'Difference.ours': 'What stands here; null when nothing does.',
  'Difference.theirs': 'What the provider shows; null when nothing.',
  'Difference.state':
    'open: for a person. mended: it was read back. gone: a later look did not find it. settled: a person said so.',
  'Difference.seen_at': 'When the look began that saw it last.',
  'ReconciledDay.looks': 'How often it was compared.',
  'ReconciledDay.is_under_way': 'It is being compared at this moment.',
  'Difference.kind': 'What it is about.',
  'Difference.transaction_id': 'The payment that it belongs to; null where none is known.',
  'Difference.note': 'What the person who settled it wrote.',
  'Difference.ours.fee_cents': 'The provider’s fee on it, in minor units; left out where it is not compared.',
  'Difference.ours.state': 'Where it stands, in the words of this side.',
  'ReconciliationRequest.from': 'The first day.',
  'ReconciledDay.looked_at': 'When it was compared last; null before.',
  'Difference.ours.at': 'When it happened, by this side.',
  'Difference.found_at': 'When it was found.',
  'Difference.closed_at': 'When it stopped being open; null while it is.',
  'DifferenceSettlement.note': 'Why it is settled, for whoever reads it later.',
} as const satisfies Notes;
