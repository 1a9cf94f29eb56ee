import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  capturedPayment,
  connectedMerchant,
  type ModuleWorld,
  startModuleWorld,
  transactionOf,
} from '../../../../tests/world/module-world.ts';
import type { SettlementOutcome } from '../../rails/rail.ts';
import { railRegistry } from '../../rails/registry.ts';
import { settledMeanwhile } from './hear-of-settlement.ts';

let world: ModuleWorld;
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());

const UNSETTLED = { settled: false, amount: null, currency: null, provider_fee: null };

/** What the log is told when the books answer so of a capture that was looked up. */
async function toldWhen(outcome: SettlementOutcome): Promise<{ lines: object[]; transaction_id: string }> {
  const { transaction_id } = await capturedPayment(world, await connectedMerchant(world));
  const { rail } = world.script;
  const books = { ...rail.books!, settlement: () => Promise.resolve(outcome) };
  const lines: object[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line) as object) });
  const ctx = { ...world.ctx, log, rails: railRegistry([{ ...rail, books }]) };
  await settledMeanwhile(ctx, await transactionOf(world, transaction_id));
  return { lines, transaction_id };
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
