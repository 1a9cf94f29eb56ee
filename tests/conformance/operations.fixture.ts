import { type ListedOperation, pathOf, readOwnOperations } from './matrix-document.ts';

export interface Row {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  /** CK: channel key alone; CK+M: with X-Merchant-Id only; MK|CK+M: also a merchant key; MK: merchant key only. */
  auth: 'CK' | 'CK+M' | 'MK|CK+M' | 'MK';
  /** Calls per minute. */
  budget: number;
}

const OPERATIONS = await readOwnOperations();
// The tests use PUT as the method that a path does not have, so paths that have it are not for them.
const WITH_PUT = new Set(OPERATIONS.filter(({ method }) => method === 'PUT').map(({ path }) => path));

function rowOf(operation: ListedOperation): Row {
  const method = operation.method as Row['method'];
  return { method, path: pathOf(operation), auth: authOf(operation), budget: operation.budget };
}

function authOf({ accepts }: ListedOperation): Row['auth'] {
  if (accepts.includes('channel')) return 'CK';
  if (!accepts.includes('merchant')) return 'CK+M';
  return accepts.includes('channel_merchant') ? 'MK|CK+M' : 'MK';
}

function rowsOf(family: ListedOperation['family']): Row[] {
  return OPERATIONS.filter((one) => one.family === family && !WITH_PUT.has(one.path)).map(rowOf);
}

/** Every operation with a key, as the served document lists them, under ids that nothing has. */
export const KEYED: readonly Row[] = rowsOf('keyed');

/** The operator's operations. */
export const OPERATOR: readonly Pick<Row, 'method' | 'path'>[] = rowsOf('operator');
