import { expect, test } from 'vitest';
import { roundsOf } from '../world/rounds.ts';
import { upgradeUnderLoad } from './upgrade.ts';

// Two processes of neighbouring releases over one database, and nobody notices the way from one to the other.

const LIMIT_MS = 600_000;
const PAYMENTS = 15;
const ROUNDS = roundsOf(1);

test(
  'the previous release and this one serve one database without an error, migrated under load',
  async () => {
    const report = await upgradeUnderLoad({ payments: PAYMENTS * ROUNDS, isDelivered: ROUNDS > 1 });
    if (report.kind === 'missing') {
      console.warn(`NOT RUN: the previous release beside this one: ${report.why}.`);
      return;
    }
    expect(report.breaches).toEqual([]);
    expect(report.expansions).toBeGreaterThan(0);
  },
  LIMIT_MS * ROUNDS,
);
