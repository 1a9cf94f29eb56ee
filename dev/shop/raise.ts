import { approveOrder, orderAndApprove } from '../../local/steps.ts';
import type { Raisable } from './names.ts';
import type { Shopkeeper } from './orders.ts';
import { NOWHERE } from './policy.ts';

const FIVE_MINUTES = 5;
// A session that is not there: its calls count all the same, and ask nobody.
const NOBODYS = 'cs_1111111111111111111111111111';
const CALLS_AT_ONCE = 20;
const CALLS_MAX = 2_000;

/** What a page is mounted with. */
export interface Raised {
  options: { sessionId: string; environment: string; baseUrl?: string };
  isProviderKeptOut?: boolean;
}

/** Brings about what a page needs to hear a code, by what really brings it about. */
export async function raise(keeper: Shopkeeper, code: Raisable): Promise<Raised> {
  const { parties } = keeper;
  const sessionOf = async (change: object = {}) => {
    const { id } = await keeper.books.order(keeper, 'ppcp', change);
    return id;
  };
  const shown = (sessionId: string, more: object = {}): Raised => ({
    options: { sessionId, environment: 'sandbox', ...more },
  });
  switch (code) {
    case 'config_error':
      return shown(await sessionOf(), { environment: 'test' });
    case 'origin_not_allowed':
      return shown(await sessionOf({ allowed_origins: ['https://another.example'] }));
    case 'session_expired': {
      const id = await sessionOf({ expires_in_minutes: FIVE_MINUTES });
      await parties.operator.operator.clock.advance({ seconds: FIVE_MINUTES * 60 + 1 });
      return shown(id);
    }
    case 'session_completed': {
      const id = await sessionOf();
      const order_id = await orderAndApprove(parties, id);
      await parties.public.buyer.capture({ checkout_session_id: id, order_id });
      return shown(id);
    }
    case 'provider_unsupported':
      return shown(await sessionOf({ amount: 0, items: null }));
    case 'rate_limited':
      await useUpTheMinute(keeper);
      return shown(await sessionOf());
    case 'payment_declined':
      return shown(await sessionOf());
    case 'capture_pending': {
      const id = await sessionOf();
      const { order_id } = await parties.public.buyer.order({ checkout_session_id: id });
      await approveOrder(parties, order_id, 'pending');
      await parties.public.buyer.capture({ checkout_session_id: id, order_id });
      return shown(id);
    }
    case 'wallet_sdk_error':
      return { ...shown(await sessionOf()), isProviderKeptOut: true };
    case 'network_error':
      return shown(await sessionOf(), { baseUrl: NOWHERE });
  }
}

// Budgets of buyers are counted by address, which this process and the browser beside it have in common.
async function useUpTheMinute({ near_url }: Shopkeeper): Promise<void> {
  for (let made = 0; made < CALLS_MAX; made += CALLS_AT_ONCE) {
    const calls = Array.from({ length: CALLS_AT_ONCE }, () =>
      fetch(`${near_url}/api/checkout-sessions/${NOBODYS}/client-token`, { method: 'POST' }),
    );
    const answers = await Promise.all(calls);
    for (const answer of answers) await answer.arrayBuffer();
    if (answers.some(({ status }) => status === 429)) return;
  }
}
