import type { LostCall, RailDriver } from '../conformance/driver.fixture.ts';
import { toldOf } from '../notice-receiver.fixture.ts';
import { startWalletWorld } from './wallet-world.fixture.ts';

const OPERATION: Readonly<Record<LostCall, string>> = { take: 'orders.capture', refund: 'captures.refund' };
const FUNDING = { pays: 'paypal', declines: 'declined', 'is held back': 'pending' } as const;
const MODE = { before: 'error', after: 'reset_after_commit' } as const;

/** The wallet and the people behind it, for what every rail promises. */
export async function startWallet(): Promise<RailDriver> {
  const world = await startWalletWorld();
  const { rail, seller, anOrder, control, capturesOf, close } = world;
  return {
    ...{ rail, seller, close, takenFor: capturesOf, nothing: '0AB12345CD678901E' },
    holdsBack: true,
    stranger: () => Promise.resolve(null),
    tell: async (how) => {
      await control('POST', 'notices', { mode: how === 'twice' ? 'duplicate' : 'deliver' });
    },
    // It tells of none.
    settle: () => Promise.resolve(),
    anOrder: async (over) => anOrder(over),
    approve: async (orderId, by = 'pays') => {
      await control('POST', `orders/${orderId}/approve`, { funding_source: FUNDING[by] });
    },
    lose: async (call, when) => {
      await world.fault(OPERATION[call], MODE[when]);
    },
    turnAway: async (call) => {
      await world.fault(OPERATION[call], 'error', { status: 429, retry_after: 1 });
    },
    returnAtProvider: async (captureId, amount) => {
      await control('POST', `captures/${captureId}/refund`, { amount: (amount / 100).toFixed(2) });
    },
    mend: async () => {
      await control('DELETE', 'faults');
    },
    told: (act) => toldOf(world, act),
  };
}
