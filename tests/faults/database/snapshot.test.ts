import { expect, test } from 'vitest';
import { holdSnapshot } from './snapshot.ts';

const SLOW_MS = 180_000;

test(
  'while somebody holds a snapshot everything is delivered, each once',
  async () => {
    // How much of the rate is left shows only after a long time.
    const plan = { burst: 300, perSecond: 200, heldMs: 2_000, share: null };
    const { breaches, figures } = await holdSnapshot(plan);
    expect(breaches).toEqual([]);
    expect(figures['deliveries']).toBeGreaterThan(2 * 300);
  },
  SLOW_MS,
);
