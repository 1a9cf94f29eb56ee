import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  capturedPayment,
  connectedMerchant,
  type ModuleWorld,
  startModuleWorld,
  transactionOf,
} from '../../../../tests/world/module-world.ts';
import { minor } from '../../lib/money.ts';
import type { PaymentSettlement, SettlementOutcome } from '../../rails/rail.ts';
import { railRegistry } from '../../rails/registry.ts';
import { hearOfSettlement, settledMeanwhile } from './hear-of-settlement.ts';

let world: ModuleWorld;
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());

const UNSETTLED = { settled: false, amount: null, currency: null, provider_fee: null };
const SETTLED = { settled: true, amount: minor(1_000), currency: 'USD', provider_fee: minor(30) };

/** What the log is told when the books answer so of a capture that was looked up. */
async function toldWhen(outcome: SettlementOutcome): Promise<{ lines: object[]; transaction_id: string }> {
  const { transaction_id } = await capturedPayment(world, await connectedMerchant(world));
  const lines: object[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line) as object) });
  const ctx = { ...whereBooksAnswer(outcome), log };
  await settledMeanwhile(ctx, await transactionOf(world, transaction_id));
  return { lines, transaction_id };
}

function whereBooksAnswer(outcome: SettlementOutcome): ModuleWorld['ctx'] {
  const { rail } = world.script;
  const books = { ...rail.books!, settlement: () => Promise.resolve(outcome) };
  return { ...world.ctx, rails: railRegistry([{ ...rail, books }]) };
}

test.each<SettlementOutcome>([
  { kind: 'unreachable', problem: 'status 503', retry_after_seconds: null },
  { kind: 'unknown', problem: 'a sale that cannot be read' },
])(
  'the log is told that books which are $kind did not say whether a capture was settled',
  async (outcome) => {
    const { lines, transaction_id } = await toldWhen(outcome);
    const { problem } = outcome as Extract<SettlementOutcome, { problem: string }>;
    expect(lines).toMatchObject([{ level: 40, event: 'payment.settlement_unread', transaction_id, problem }]);
  },
);

test.each<SettlementOutcome>([{ kind: 'missing' }, { kind: 'found', settlement: UNSETTLED }])(
  'books that answer $kind leave nothing to tell',
  async (outcome) => {
    expect((await toldWhen(outcome)).lines).toEqual([]);
  },
);

test('books that are behind the notice are asked again, and take nothing back that they said', async () => {
  const { transaction_id } = await capturedPayment(world, await connectedMerchant(world));
  const hear = async (settlement: PaymentSettlement) =>
    hearOfSettlement(
      whereBooksAnswer({ kind: 'found', settlement }),
      await transactionOf(world, transaction_id),
    );
  const standing = async () => {
    const { settled, settled_amount_cents } = await transactionOf(world, transaction_id);
    return [settled, settled_amount_cents];
  };
  expect([await hear(UNSETTLED), await standing()]).toEqual(['later', [false, null]]);
  expect([await hear(SETTLED), await standing()]).toEqual(['done', [true, 1_000]]);
  // A notice that is repeated.
  expect([await hear(UNSETTLED), await standing()]).toEqual(['later', [true, 1_000]]);
});

test('a fee of the provider that is told with the settlement leaves the net amount less both fees', async () => {
  const capture = { provider_fee: null, net_amount: null };
  const { transaction_id } = await capturedPayment(world, await connectedMerchant(world), { capture });
  const books = whereBooksAnswer({ kind: 'found', settlement: SETTLED });
  expect(await hearOfSettlement(books, await transactionOf(world, transaction_id))).toBe('done');
  expect(await transactionOf(world, transaction_id)).toMatchObject({
    ...{ amount_cents: 1_000, provider_fee_cents: 30, platform_fee_cents: 100, net_amount_cents: 870 },
  });
});
