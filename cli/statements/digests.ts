import { createHash } from 'node:crypto';

type Value = string | number | null;

/** A line as it is exported. */
export interface ExportedLine {
  entry_type: string;
  provider: string;
  transaction_id: Value;
  merchant_id: Value;
  merchant_name: Value;
  provider_capture_id: Value;
  captured_at: Value;
  amount_cents: number;
  platform_fee_accrued_cents: number;
  platform_fee_refunded_cents: number;
  platform_fee_net_cents: number;
  platform_fee_collected_cents: number | null;
  applied_fee_share_basis_points: number | null;
  applied_per_transaction_minor_units: number | null;
  per_transaction_amount_cents: number;
  channel_share_cents: number;
}

/** So many lines, and their digest. */
export interface Block {
  lines: number;
  sha256: string;
}

/** The blocks of a statement, to be compared with its lines one after the other. `add` answers whether the block that a line ends is
 *  the one that was issued; within a block it is not known yet. Blocks that a release before has written know their lines as
 *  text. */
export function openDigests(blocks: readonly Block[]) {
  const begin = () => ({ inBlock: 0, packed: createHash('sha256'), text: createHash('sha256') });
  let [block, so_far] = [0, begin()];
  return {
    isWhole: () => block === blocks.length && so_far.inBlock === 0,
    add(n: number, line: ExportedLine): boolean {
      so_far.packed.update(packedOf(n, line));
      so_far.text.update(`${so_far.inBlock === 0 ? '' : '\n'}${textOf(n, line)}`);
      so_far.inBlock += 1;
      if (so_far.inBlock < (blocks[block]?.lines ?? 0)) return true;
      const issued = blocks[block]?.sha256;
      const own = [so_far.packed, so_far.text].map((digest) => digest.digest('hex'));
      [block, so_far] = [block + 1, begin()];
      return issued !== undefined && own.includes(issued);
    },
  };
}

const MS_AT_2000 = Date.UTC(2000, 0, 1);
const MICROSECONDS = 1_000;
const NO_NUMBER = -(2n ** 63n);

// A line as its digest knows it: numbers as eight bytes, of which the lowest there is stands for none, ids as sixteen, the time as
// microseconds since 2000, and texts behind their length, which is -1 for none.
function packedOf(n: number, line: ExportedLine): Buffer {
  const capturedMs = Date.parse(String(line.captured_at)) - MS_AT_2000;
  return Buffer.concat([
    packedNumbers(n),
    Buffer.of(line.entry_type === 'capture' ? 1 : 0),
    packedText(line.provider),
    packedId(line.transaction_id),
    packedId(line.merchant_id),
    packedText(line.merchant_name),
    packedText(line.provider_capture_id),
    packedNumbers(capturedMs * MICROSECONDS),
    packedNumbers(...numbersOf(line)),
  ]);
}

function packedNumbers(...values: (number | null)[]): Buffer {
  const bytes = Buffer.allocUnsafe(8 * values.length);
  values.forEach((value, nth) => {
    bytes.writeBigInt64BE(Number.isSafeInteger(value) ? BigInt(value!) : NO_NUMBER, 8 * nth);
  });
  return bytes;
}

function packedText(value: Value): Buffer {
  const text = Buffer.from(String(value ?? ''));
  const size = Buffer.allocUnsafe(4);
  size.writeInt32BE(value === null ? -1 : text.length);
  return Buffer.concat([size, text]);
}

function packedId(value: Value): Buffer {
  return Buffer.from(String(value).replaceAll('-', ''), 'hex');
}

// The same as blocks of a release before know it: an array of JSON with a blank behind each comma.
function textOf(n: number, line: ExportedLine): string {
  const values: Value[] = [
    n,
    line.entry_type,
    line.provider,
    line.transaction_id,
    line.merchant_id,
    line.merchant_name,
    line.provider_capture_id,
    line.captured_at,
    ...numbersOf(line),
  ];
  return `[${values.map((value) => JSON.stringify(value)).join(', ')}]`;
}

function numbersOf(line: ExportedLine): (number | null)[] {
  return [
    line.amount_cents,
    line.platform_fee_accrued_cents,
    line.platform_fee_refunded_cents,
    line.platform_fee_collected_cents,
    line.per_transaction_amount_cents,
    line.channel_share_cents,
    line.applied_fee_share_basis_points,
    line.applied_per_transaction_minor_units,
  ];
}
