import { createHash } from 'node:crypto';
import { type Block, type ExportedLine, openDigests } from './digests.ts';

// Works a statement out again from its lines and terms alone. Nothing of the service is used here: what it shared with the
// service it could not find wrong.

/** What stands at the head of an export. */
export interface Proof {
  hash: string;
  head: Record<string, unknown> & {
    currency: string;
    line_count: number;
    terms_fee_share_basis_points: number | null;
    terms_per_transaction_minor_units: number | null;
    terms_per_transaction_currency: string | null;
    rail_summaries: Summary[];
  };
  blocks: Block[];
}

interface Summary {
  provider: string;
  transaction_count: number;
  captured_amount_cents: number;
  platform_fee_accrued_cents: number | null;
  included_in_settlement: boolean;
}

const FAULTS_MAX = 20;
// Of every line, in minor units.
const AMOUNTS = [
  'amount_cents',
  'platform_fee_accrued_cents',
  'platform_fee_refunded_cents',
  'platform_fee_net_cents',
  'per_transaction_amount_cents',
  'channel_share_cents',
] as const;
// Null where nobody knows it, or no terms name it.
const NAMED = [
  'platform_fee_collected_cents',
  'applied_fee_share_basis_points',
  'applied_per_transaction_minor_units',
] as const;

function lackingOf(line: ExportedLine): string | undefined {
  const isWhole = Number.isSafeInteger;
  return (
    AMOUNTS.find((name) => !isWhole(line[name])) ??
    NAMED.find((name) => line[name] !== null && !isWhole(line[name]))
  );
}

/** Reads the lines one after the other and answers every way in which they are not what the statement says, as sentences. */
export async function recompute(proof: Proof, lines: AsyncIterable<ExportedLine>): Promise<string[]> {
  const book = openBook(proof);
  for await (const line of lines) book.add(line);
  return book.close();
}

function openBook(proof: Proof) {
  const { hash, head, blocks } = proof;
  const faults: string[] = [];
  const fault = (sentence: string) => faults.length < FAULTS_MAX && faults.push(sentence);
  const sums = openSums();
  const digests = openDigests(blocks);
  let [n, before] = [0, ''];
  return {
    add(line: ExportedLine) {
      n += 1;
      const isIssued = digests.add(n, line);
      const lacking = lackingOf(line);
      if (lacking !== undefined) return void fault(`line ${n}: its ${lacking} is no whole number`);
      for (const problem of problemsOf(line, head)) fault(`line ${n}: ${problem}`);
      if (String(line.captured_at) < before) fault(`line ${n}: it was captured before the line above it`);
      before = String(line.captured_at);
      if (!isIssued) fault(`lines up to ${n} are not those that were issued`);
      sums.add(line);
    },
    close(): string[] {
      if (n !== head.line_count || !digests.isWhole())
        fault(`there are ${n} lines instead of ${head.line_count} in ${blocks.length} whole blocks`);
      for (const [name, sum] of Object.entries(sums.totals())) {
        if (sum !== head[name]) fault(`${name} is ${String(head[name])}, the lines come to ${String(sum)}`);
      }
      for (const problem of summaryProblems(head.rail_summaries, sums.byProvider)) fault(problem);
      for (const [name, sum] of Object.entries(excludedTotals(head.rail_summaries))) {
        if (sum !== head[name])
          fault(`${name} is ${String(head[name])}, the summaries come to ${String(sum)}`);
      }
      const own = createHash('sha256')
        .update(canonical({ ...head, blocks }))
        .digest('hex');
      if (own !== hash) fault(`the hash is ${hash}, the statement comes to ${own}`);
      return faults;
    },
  };
}

interface Own {
  transactions: number;
  captured: bigint;
  accrued: bigint;
}

function openSums() {
  const sums = { transactions: 0, captured: 0n, accrued: 0n, refunded: 0n, collected: 0n, share: 0n };
  const byProvider = new Map<string, Own>();
  let isCollectedKnown = true;
  return {
    byProvider,
    add(line: ExportedLine) {
      sums.captured += BigInt(line.amount_cents);
      sums.accrued += BigInt(line.platform_fee_accrued_cents);
      sums.refunded += BigInt(line.platform_fee_refunded_cents);
      sums.share += BigInt(line.channel_share_cents);
      if (line.entry_type !== 'capture') return;
      sums.transactions += 1;
      isCollectedKnown &&= line.platform_fee_collected_cents !== null;
      sums.collected += BigInt(line.platform_fee_collected_cents ?? 0);
      const own = byProvider.get(line.provider) ?? { transactions: 0, captured: 0n, accrued: 0n };
      own.transactions += 1;
      own.captured += BigInt(line.amount_cents);
      own.accrued += BigInt(line.platform_fee_accrued_cents);
      byProvider.set(line.provider, own);
    },
    totals: (): Record<string, number | null> => ({
      accounted_transaction_count: sums.transactions,
      accounted_captured_amount_cents: Number(sums.captured),
      platform_fee_accrued_cents: Number(sums.accrued),
      platform_fee_refunded_cents: Number(sums.refunded),
      platform_fee_collected_cents: isCollectedKnown ? Number(sums.collected) : null,
      channel_share_cents: Number(sums.share),
    }),
  };
}

function problemsOf(line: ExportedLine, head: Proof['head']): string[] {
  const problems: string[] = [];
  const isCapture = line.entry_type === 'capture';
  const pay =
    head.terms_per_transaction_currency === head.currency ? head.terms_per_transaction_minor_units : null;
  const net = BigInt(line.platform_fee_accrued_cents) - BigInt(line.platform_fee_refunded_cents);
  if (net !== BigInt(line.platform_fee_net_cents))
    problems.push('its net fee is not the accrued less the refunded');
  if (isCapture && line.applied_fee_share_basis_points !== head.terms_fee_share_basis_points)
    problems.push('its part of the fee is not that of the terms');
  if (isCapture && line.applied_per_transaction_minor_units !== pay)
    problems.push('its pay for the transaction is not that of the terms');
  if (!isCapture && (line.amount_cents !== 0 || line.platform_fee_accrued_cents !== 0))
    problems.push('it gives a fee back and has volume');
  const paid = isCapture ? BigInt(line.applied_per_transaction_minor_units ?? 0) : 0n;
  if (paid !== BigInt(line.per_transaction_amount_cents))
    problems.push('it is paid otherwise than its terms say');
  const owed = tenThousandths(net * BigInt(line.applied_fee_share_basis_points ?? 0)) + paid;
  if (owed !== BigInt(line.channel_share_cents))
    problems.push(`its share is ${line.channel_share_cents}, its terms come to ${owed}`);
  return problems;
}

// Halves away from zero.
function tenThousandths(value: bigint): bigint {
  const size = value < 0n ? -value : value;
  const rounded = (size + 5_000n) / 10_000n;
  return value < 0n ? -rounded : rounded;
}

function summaryProblems(summaries: readonly Summary[], byProvider: ReadonlyMap<string, Own>): string[] {
  const included = Map.groupBy(
    summaries.filter((summary) => summary.included_in_settlement),
    ({ provider }) => provider,
  );
  const providers = new Set([...included.keys(), ...byProvider.keys()]);
  return [...providers].flatMap((provider) => {
    const told = included.get(provider) ?? [];
    const own = byProvider.get(provider) ?? { transactions: 0, captured: 0n, accrued: 0n };
    const sum = (of: (summary: Summary) => number) =>
      told.reduce((all, summary) => all + BigInt(of(summary)), 0n);
    const isAlike =
      sum(({ transaction_count }) => transaction_count) === BigInt(own.transactions) &&
      sum(({ captured_amount_cents }) => captured_amount_cents) === own.captured &&
      sum(({ platform_fee_accrued_cents }) => platform_fee_accrued_cents ?? 0) === own.accrued;
    return isAlike ? [] : [`the summary of ${provider} is not what its lines come to`];
  });
}

// What has no lines stands in the summaries alone.
function excludedTotals(summaries: readonly Summary[]): Record<string, number> {
  const excluded = summaries.filter((summary) => !summary.included_in_settlement);
  const sum = (of: (summary: Summary) => number) =>
    Number(excluded.reduce((all, summary) => all + BigInt(of(summary)), 0n));
  return {
    excluded_transaction_count: sum(({ transaction_count }) => transaction_count),
    excluded_captured_amount_cents: sum(({ captured_amount_cents }) => captured_amount_cents),
  };
}

// JSON with sorted keys, no blanks and only ASCII.
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return ascii(JSON.stringify(value));
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([key, member]) => `${ascii(JSON.stringify(key))}:${canonical(member)}`).join(',')}}`;
}

function ascii(text: string): string {
  return text.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
