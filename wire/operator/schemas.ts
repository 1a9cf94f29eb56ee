import { Type } from 'typebox';
import type { Notes } from '../notes.ts';
import { closed, DateTime, nullable, oneOf, pageOf, Prose, Uuid } from '../shapes.ts';

export const Clock = Type.Object({ now: DateTime, offset_seconds: Type.Number() }, closed);

export const ClockAdvance = Type.Object(
  { seconds: Type.Integer({ minimum: 0, maximum: 315_360_000 }) },
  closed,
);

export const Unsettled = Type.Object(
  {
    id: Type.String(),
    kind: oneOf(['capture', 'charge', 'refund', 'saving', 'dispute_action', 'text_message']),
    state: oneOf(['sending', 'requested', 'saving', 'unknown', 'pending']),
    transaction_id: nullable(Type.String()),
    merchant_id: Type.String(),
    channel_id: nullable(Type.String()),
    amount_cents: Type.Integer(),
    currency: Type.String(),
    since: DateTime,
    checks: Type.Integer(),
    next_check_at: DateTime,
    last_problem: nullable(Type.String()),
    needs_person: Type.Boolean(),
  },
  closed,
);

export const UnsettledPage = pageOf(Unsettled);

export const UnsettledChecked = Type.Object({ id: Type.String(), settled: Type.Boolean() }, closed);

export const UnsettledSettlement = Type.Object(
  { outcome: oneOf(['not_done']), note: Prose({ minLength: 1, maxLength: 500 }) },
  closed,
);

export const ProviderCheck = Type.Object(
  {
    name: oneOf(['settings', 'token', 'partner', 'webhook', 'events']),
    status: oneOf(['ok', 'failed', 'skipped']),
    detail: Type.String(),
  },
  closed,
);

export const ProviderSettings = Type.Object(
  {
    provider: Type.String(),
    environment: oneOf(['test', 'live']),
    api_base: nullable(Type.String()),
    ok: Type.Boolean(),
    checks: Type.Array(ProviderCheck),
  },
  closed,
);

const RotationPlace = Type.Object({ table: Type.String({ maxLength: 100 }), after: Uuid }, closed);
export const SecretsRotate = Type.Object(
  { dry_run: Type.Optional(Type.Boolean()), from: Type.Optional(RotationPlace) },
  closed,
);
export const SecretsRotated = Type.Object(
  {
    key_id: Type.String(),
    checked: Type.Integer(),
    resealed: Type.Integer(),
    unreadable: Type.Array(Type.String()),
    next: nullable(RotationPlace),
  },
  closed,
);

/** What fields mean. */
export const NOTES = {
  'Unsettled.state':
    'sending, requested and saving: the call is under way. unknown: nobody knows. pending: the provider holds it back.',
  'Unsettled.transaction_id': 'Null for a saving, which takes no money.',
  'Unsettled.needs_person':
    'It has been open for seven days, or other money was taken than was asked for; nothing settles it by age.',
  'Unsettled.last_problem': 'Why it is still open.',
  'UnsettledSettlement.note': 'Who says so, for whoever reads the audit trail.',
  'ProviderCheck.status': 'skipped: what it depends on did not hold.',
  'ProviderSettings.ok': 'Every check holds.',
  'Clock.offset_seconds': 'How far it was moved ahead of the database’s.',
  'ClockAdvance.seconds': 'How far to move it, on top of what it was moved before.',
  'Unsettled.kind': 'What was asked of the provider.',
  'Unsettled.checks': 'How often the provider was asked about it since.',
  'UnsettledChecked.settled': 'Whether it is known now what became of it.',
  'UnsettledSettlement.outcome': 'The one word that a person can give: it was never carried out.',
  'ProviderCheck.name': 'What is checked.',
  'ProviderCheck.detail': 'What was found, in words.',
  'ProviderSettings.api_base': 'The address that the provider is asked at; null where none is set.',
  'ProviderSettings.checks': 'Each thing that was checked, in order.',
  'SecretsRotate.from': 'Where to go on: `next` of the call before. Left out: from the beginning.',
  'SecretsRotate.from.table': 'Which secrets.',
  'SecretsRotate.from.after': 'The last one that was looked at.',
  'SecretsRotated.key_id': 'Names the key that seals now.',
  'SecretsRotated.checked': 'How many were looked at.',
  'SecretsRotated.resealed': 'How many of them another key had sealed.',
  'SecretsRotated.unreadable': 'Those that no key of this deployment opens; they are left as they are.',
  'SecretsRotated.next': 'Where the following call goes on; null at the end.',
  'Clock.now': 'What the clock shows.',
  'Unsettled.since': 'When the provider was asked for it first.',
  'Unsettled.next_check_at': 'When the provider is asked next what became of it.',
} as const satisfies Notes;
