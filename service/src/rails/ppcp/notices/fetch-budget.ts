import type { Clock } from '../../../lib/clock.ts';
import { MINUTE_MS } from '../../../lib/time.ts';

// The provider signs with one certificate at a time, so whoever speaks for it needs one or two.
const PER_ADDRESS_MAX = 10;
// Of all strangers together; what is known is renewed beside it.
const IN_ALL_MAX = 120;

/** How often certificates that nobody vouches for are fetched in a minute: so often for each source address that one
 *  stranger leaves enough for all others. Remembers as many addresses as it allows fetches. */
export function fetchBudget(clock: Clock): { take(source_address: string): boolean } {
  let from = 0;
  let inAll = 0;
  const byAddress = new Map<string, number>();
  return {
    take: (source_address) => {
      const now = clock.wall().getTime();
      if (now - from >= MINUTE_MS || now < from) {
        from = now;
        inAll = 0;
        byAddress.clear();
      }
      const used = byAddress.get(source_address) ?? 0;
      if (used >= PER_ADDRESS_MAX || inAll >= IN_ALL_MAX) return false;
      byAddress.set(source_address, used + 1);
      inAll += 1;
      return true;
    },
  };
}
