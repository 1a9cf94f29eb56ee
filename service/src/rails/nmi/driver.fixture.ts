import type { Instrument, LostCall, RailDriver } from '../conformance/driver.fixture.ts';
import { newOrder } from '../orders.fixture.ts';
import { startNmiWorld } from './nmi-world.fixture.ts';

const OPERATION: Readonly<Record<LostCall, string>> = { take: 'nmi.sale', refund: 'nmi.refund' };
const MODE = { before: 'error', after: 'reset_after_commit' } as const;
const CARD: Readonly<Record<Exclude<Instrument, 'is held back'>, string>> = {
  pays: 'approved',
  declines: 'declined',
};

/** The gateway and the people behind it, for what every rail promises. */
export async function startNmi(): Promise<RailDriver> {
  const world = await startNmiWorld();
  const { rail, seller, control, told, takenFor, close } = world;
  return {
    ...{ rail, seller, told, takenFor, close, nothing: '0000000000', holdsBack: false },
    stranger: () => world.newSeller(),
    tell: async (how) => {
      await control('POST', 'notices', { mode: how === 'twice' ? 'duplicate' : 'deliver' });
    },
    settle: async () => {
      await control('POST', 'rails/settle', { rail: 'nmi', account_id: seller.account_id });
    },
    anOrder: async (over, by = 'pays') => {
      if (by === 'is held back') throw new Error('the gateway holds nothing back');
      return newOrder(seller, { in_hand: await world.newToken(seller, CARD[by]), ...over });
    },
    // The buyer has agreed by entering the card.
    approve: async () => undefined,
    lose: async (call, when) => {
      await world.fault(OPERATION[call], MODE[when]);
    },
    turnAway: async (call) => {
      await world.fault(OPERATION[call], 'refuse', { status: 429, retry_after: 1 });
    },
    returnAtProvider: async (captureId, amount) => {
      await control('POST', `rails/transactions/${captureId}/refund`, { amount: (amount / 100).toFixed(2) });
    },
    mend: async () => {
      await control('DELETE', 'faults');
    },
  };
}
