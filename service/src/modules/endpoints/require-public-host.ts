import type { Ctx } from '../../context.ts';
import type { AddressBook } from '../../lib/public-address.ts';
import { assertNoTransaction } from '../../lib/transaction-guard.ts';
import { Refusal } from '../../refusals.ts';

/** Asks DNS whether a host leads to public addresses only; a host that the test environment redirects counts as such.
 *  The refusal never names the address found. Refuses: endpoint_unresolved, endpoint_private. */
export async function requirePublicHost(ctx: Ctx, addresses: AddressBook, host: string): Promise<void> {
  if (ctx.config.webhook_connect_to.has(host)) return;
  assertNoTransaction('name resolution');
  const vetted = await addresses.vet(host, { fresh: true });
  if (vetted.kind === 'unresolved') throw new Refusal('endpoint_unresolved');
  if (vetted.kind === 'private') throw new Refusal('endpoint_private');
}
