import type { Refusals } from '../refusal.ts';

export const STATEMENT_REFUSALS = {
  statement_not_found: [404, 'Statement not found'],
  period_not_over: [409, 'This month is not over yet'],
  statement_superseded: [409, 'This statement is corrected already, or is being corrected'],
  statement_under_way: [503, 'The statement is being written and will be issued; read it again'],
} as const satisfies Refusals;
