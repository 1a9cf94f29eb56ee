import { Type } from 'typebox';
import type { Notes } from '../notes.ts';
import { closed, DateTime, pageOf } from '../shapes.ts';

export const AuditEntry = Type.Object(
  {
    id: Type.String(),
    actor: Type.String(),
    action: Type.String(),
    subject: Type.String(),
    detail: Type.Object({}, { additionalProperties: true }),
    created_at: DateTime,
  },
  closed,
);

export const AuditPage = pageOf(AuditEntry);

/** What fields mean. */
export const NOTES = {
  'AuditEntry.actor': 'Who did it: the operator, a key, a person or the service itself.',
  'AuditEntry.action': 'What was done, such as `refund.requested`.',
  'AuditEntry.subject': 'What it was done to, by its id.',
  'AuditEntry.detail': 'What else is known of it; never a secret.',
} as const satisfies Notes;
