import { BY_OPERATOR, type Operations } from '../operation.ts';
import { OperatorPageQuery } from '../shapes.ts';
import { AuditPage } from './schemas.ts';

export const OPERATOR_AUDIT_OPERATIONS = {
  'operator.audit.list': {
    method: 'GET',
    path: '/api/operator/audit',
    ...BY_OPERATOR,
    summary: 'Read the audit trail',
    notes: 'Who did what, newest first.',
    query: OperatorPageQuery,
    responses: { 200: AuditPage },
  },
} as const satisfies Operations;
