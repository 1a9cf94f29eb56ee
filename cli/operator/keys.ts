import type { Answers } from '../../client/src/index.ts';
import { listed, pageOf, pageOptions } from '../page.ts';
import { givenOf, type OperatorRow, rowOf } from './row.ts';

// Named by an option: two ids in a row are easily exchanged.
const OF_MERCHANT = {
  merchant: { type: 'string', value: '<id>', summary: 'whose keys they are', isRequired: true },
} as const;

/** What the operator reads of the keys of merchants. */
export const KEY_READS: Readonly<Record<string, OperatorRow>> = {
  'key list': rowOf({
    options: { ...OF_MERCHANT, ...pageOptions(50) },
    detail: 'Each is known by its id, and by the first characters of the key itself.',
    call: (operator, { values }) =>
      operator.merchants.keys({ merchant_id: givenOf(values, 'merchant'), ...pageOf(values) }),
    show: keysText,
  }),
};

/** What the operator does about them. */
export const KEY_WRITES: Readonly<Record<string, OperatorRow>> = {
  'key mint': rowOf({
    options: {
      ...OF_MERCHANT,
      name: { type: 'string', value: '<name>', summary: 'for people; need not be unique', isRequired: true },
    },
    detail: 'Prints the key, this once. A merchant has at most 20 active keys; revoked ones do not count.',
    call: (operator, { values }) =>
      operator.merchants.key({ merchant_id: givenOf(values, 'merchant'), name: givenOf(values, 'name') }),
    show: ({ id, key }) => `Key ${id}\n${key}\nIt is not shown again.`,
  }),
  'key revoke': rowOf({
    options: OF_MERCHANT,
    positionals: ['key_id'],
    detail: 'Works at once and cannot be undone. Takes the id of the key, which is no secret, not the key.',
    call: (operator, { values, positionals: [key_id = ''] }) =>
      operator.merchants.revokeKey({ merchant_id: givenOf(values, 'merchant'), key_id }),
    show: ({ id, name, prefix }) => `Revoked: key ${id} (${name}), which begins with ${prefix}`,
  }),
};

function keysText({ items, total }: Answers['operator.merchants.keys']): string {
  return listed(total, ['key', 'status', 'made', 'begins with', 'name'], items, (key) => [
    key.id,
    key.status,
    key.created_at,
    key.prefix,
    key.name,
  ]);
}
