import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { defineCommand, UsageError } from '../command.ts';
import { channelClient, KEY, WHERE } from '../deployment.ts';
import { CommandError, EXIT, exitCodeOf } from '../exit-codes.ts';

const SHOWN_MAX = 500;

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
    merchant: { type: 'string', value: '<id>', summary: 'the merchant; else MERCHANT_ID, else the demo’s' },
    ...FILTERS,
    out: { type: 'string', value: '<file>', summary: 'written whole or not at all; else stdout' },
    ...WHERE,
    ...KEY,
  },
  detail:
    'Writes the transactions that the filter finds as CSV, newest first: times in UTC, amounts as decimals and in minor ' +
    'units. With --out a file is written whole or not at all.',
  run: async ({ values, output }) => {
    const { key, deployment } = await channelClient(values);
    const merchant = values.merchant ?? process.env['MERCHANT_ID'] ?? deployment.record?.merchant_id;
    if (!merchant) throw new UsageError('--merchant or MERCHANT_ID has to name the merchant');
    const table = await fetchTable(`${deployment.base_url}/api/transactions${queryOf(values)}`, {
      authorization: `Bearer ${key}`,
      'x-merchant-id': merchant,
      accept: 'text/csv',
    });
    if (values.out === undefined) {
      await hand(table, process.stdout, { end: false });
      return;
    }
    const bytes = await writeWhole(table, values.out);
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

async function fetchTable(url: string, headers: Record<string, string>): Promise<Readable> {
  const response = await fetch(url, { headers, redirect: 'manual' }).catch((error: Error) => {
    const cause = error.cause instanceof Error ? error.cause.message : error.message;
    throw new CommandError(EXIT.unavailable, `GET ${url} got no answer: ${cause}`, { cause: error });
  });
  const isTable = response.headers.get('content-type')?.startsWith('text/csv') === true;
  if (response.status === 200 && isTable && response.body) return Readable.fromWeb(response.body);
  const said = (await response.text()).slice(0, SHOWN_MAX);
  const code = response.status === 200 ? EXIT.unavailable : exitCodeOf(response.status);
  throw new CommandError(code, `GET ${url} answered ${response.status}: ${said}`);
}

// A connection that ends early is a part of the table, which must not pass for the whole.
async function hand(table: Readable, to: Writable, options: { end: boolean }): Promise<void> {
  try {
    await pipeline(table, to, options);
  } catch (error) {
    const { message } = error as Error;
    throw new CommandError(EXIT.unavailable, `the table broke off: ${message}`, { cause: error });
  }
}

async function writeWhole(table: Readable, file: string): Promise<number> {
  const draft = `${file}.part`;
  try {
    const written = createWriteStream(draft, { mode: 0o600 });
    await hand(table, written, { end: true });
    await rename(draft, file);
    return written.bytesWritten;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
