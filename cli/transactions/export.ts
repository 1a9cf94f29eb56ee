import { pipeline } from 'node:stream/promises';
import { defineCommand, UsageError } from '../command.ts';
import { KEY, MERCHANT, merchantAccess, WHERE } from '../deployment.ts';
import { fetchTable, unbroken } from '../fetch-table.ts';
import { writePieces, writeWhole } from '../write-whole.ts';

const FILTERS = {
  status: { type: 'string', value: '<status>', summary: 'only those in this state' },
  'payment-method': { type: 'string', value: '<method>', summary: 'only those paid so' },
  processor: { type: 'string', value: '<processor>', summary: 'only those of this processor' },
  search: { type: 'string', value: '<text>', summary: 'part of the buyer’s email or the description' },
  from: {
    type: 'string',
    value: '<date>',
    summary: 'created at or after; a date alone begins at midnight UTC',
  },
  to: { type: 'string', value: '<date>', summary: 'created at or before; a date alone includes its day' },
} as const;

export const transactionsExportCommand = defineCommand({
  options: {
    ...MERCHANT,
    ...FILTERS,
    out: { type: 'string', value: '<file>', summary: 'written whole or not at all; else stdout' },
    ...WHERE,
    ...KEY,
  },
  detail:
    'Writes the transactions that the filter finds as CSV, newest first: times in UTC, amounts as decimals and in minor ' +
    'units. With --out a file is written whole or not at all.',
  run: async ({ values, output }) => {
    if (output.isJson && values.out === undefined) throw new UsageError('a table is CSV: --json needs --out');
    const { base_url, key, merchantId } = await merchantAccess(values);
    const table = await fetchTable(`${base_url}/api/transactions${queryOf(values)}`, {
      authorization: `Bearer ${key}`,
      'x-merchant-id': merchantId,
      accept: 'text/csv',
    });
    if (values.out === undefined) {
      await pipeline(unbroken(table), process.stdout, { end: false });
      return;
    }
    const bytes = await writeWhole(values.out, (file) => writePieces(file, unbroken(table)));
    output.result({ file: values.out, bytes }, `${bytes} bytes in ${values.out}`);
  },
});

function queryOf(values: Readonly<Partial<Record<keyof typeof FILTERS, string>>>): string {
  const names = { 'payment-method': 'payment_method', from: 'from_date', to: 'to_date' } as const;
  const query = new URLSearchParams();
  for (const filter of Object.keys(FILTERS) as (keyof typeof FILTERS)[]) {
    const value = values[filter];
    if (value !== undefined) query.set(filter in names ? names[filter as keyof typeof names] : filter, value);
  }
  return query.size === 0 ? '' : `?${query.toString()}`;
}
