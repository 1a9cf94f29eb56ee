import { Type } from 'typebox';
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
