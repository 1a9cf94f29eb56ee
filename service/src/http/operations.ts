import type { Operation } from '../../../wire/operation.ts';
import { type OperationId, OPERATIONS } from '../../../wire/operations.ts';
import type { RefusalName } from '../refusals.ts';

export { type Operation, type OperationId, OPERATIONS };

/** The rows as the service reads them: what they say they refuse stands in the catalogue of refusals. */
const KNOWN: Readonly<Record<OperationId, Row>> = OPERATIONS;

export interface Row extends Operation {
  readonly refusals?: readonly RefusalName[];
}

export function rowOf(id: OperationId): Row {
  return KNOWN[id];
}

/** The operations that a deployment has. */
export function operationsOf(environment: 'test' | 'live'): OperationId[] {
  const all = Object.keys(KNOWN) as OperationId[];
  return environment === 'test' ? all : all.filter((id) => KNOWN[id].test_only !== true);
}
