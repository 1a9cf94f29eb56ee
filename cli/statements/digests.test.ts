import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { type ExportedLine, openDigests } from './digests.ts';

const LINE: ExportedLine = {
  entry_type: 'capture',
  provider: 'ppcp',
  transaction_id: '019a0000-0000-7000-8000-0000000000ff',
  merchant_id: '019a0000-0000-7000-8000-000000000001',
  merchant_name: 'Café',
  provider_capture_id: null,
  captured_at: '2000-01-01T00:00:00.001Z',
  amount_cents: 1_000,
  platform_fee_accrued_cents: 100,
  platform_fee_refunded_cents: 0,
  platform_fee_net_cents: 100,
  platform_fee_collected_cents: null,
  applied_fee_share_basis_points: 2_500,
  applied_per_transaction_minor_units: null,
  per_transaction_amount_cents: 0,
  channel_share_cents: 25,
};
const NONE = '8000000000000000';
const number = (value: number) => value.toString(16).padStart(16, '0');
const PACKED = [
  ...[number(1), '01', '00000004', '70706370'],
  ...['019a000000007000800000000000 00ff', '019a0000000070008000000000000001'],
  ...['00000005', '436166c3a9', 'ffffffff', number(1_000)],
  ...[number(1_000), number(100), number(0), NONE, number(0), number(25), number(2_500), NONE],
]
  .join('')
  .replaceAll(' ', '');
const TEXT =
  '[1, "capture", "ppcp", "019a0000-0000-7000-8000-0000000000ff", "019a0000-0000-7000-8000-000000000001", "Café", null, ' +
  '"2000-01-01T00:00:00.001Z", 1000, 100, 0, null, 0, 25, 2500, null]';

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test.each([
  ['as it is packed', Buffer.from(PACKED, 'hex')],
  ['as the text that releases before have written', Buffer.from(TEXT)],
])('a block knows its line %s', (_form, bytes) => {
  const blocks = [{ lines: 1, sha256: digestOf(bytes) }];
  const digests = openDigests(blocks);
  expect(digests.add(1, LINE)).toBe(true);
  expect(digests.isWhole()).toBe(true);
  expect(openDigests(blocks).add(1, { ...LINE, channel_share_cents: 26 })).toBe(false);
  expect(openDigests(blocks).add(2, LINE)).toBe(false);
});

test('none is not zero, nor an empty text none', () => {
  const bytes = Buffer.from(PACKED, 'hex');
  const is = (line: Partial<ExportedLine>) =>
    openDigests([{ lines: 1, sha256: digestOf(bytes) }]).add(1, { ...LINE, ...line });
  expect(is({})).toBe(true);
  expect(is({ platform_fee_collected_cents: 0 })).toBe(false);
  expect(is({ provider_capture_id: '' })).toBe(false);
});

test('a line behind the last block is of none', () => {
  expect(openDigests([]).add(1, LINE)).toBe(false);
});
