import { EVENT_TYPES } from '../../../../wire/events/registry.ts';
import type { Ctx } from '../../context.ts';
import { inTransaction } from '../../db/tx.ts';
import { endpointIdOf, uuidAt } from '../../lib/ids.ts';
import type { AddressBook } from '../../lib/public-address.ts';
import { Refusal } from '../../refusals.ts';
import { recordAudit } from '../audit/index.ts';
import { readEndpointUrl } from './endpoint-url.ts';
import type { Asked, Owner } from './owner.ts';
import { countEndpointRows, type EndpointRow, insertEndpointRow, lockOwner } from './queries.ts';
import { requirePublicHost } from './require-public-host.ts';
import { newSecret } from './secret.ts';

const ENDPOINTS_MAX = 10;

interface NewEndpointInput {
  url: string;
  description?: string | null;
  enabled?: boolean;
  event_types?: readonly string[] | null;
}

/** Registers an endpoint; the secret is in this answer only. The receiver is not called. Refuses: a URL that does not
 *  hold (UnfitValue), endpoint_unresolved, endpoint_private, too_many_endpoints, too_many_merchant_endpoints. Spec: Webhook
 *  endpoints. */
export async function createEndpoint(
  ctx: Ctx,
  addresses: AddressBook,
  input: Asked & { endpoint: NewEndpointInput },
): Promise<EndpointRow & { secret: string }> {
  const { url, host } = readEndpointUrl(input.endpoint.url);
  await requirePublicHost(ctx, addresses, host);
  const now = ctx.clock.now();
  const id = uuidAt(now);
  const secret = newSecret(ctx.config.secrets_keys, { endpoint_id: id, version: 1 });
  const row = await inTransaction(ctx.db, async (tx) => {
    // Counting and inserting under the owner's lock: parallel calls never pass the limit.
    await lockOwner(tx, input.owner);
    if ((await countEndpointRows(tx, input.owner)) >= ENDPOINTS_MAX) throw tooMany(input.owner);
    const inserted = await insertEndpointRow(tx, input.owner, {
      id,
      url,
      host,
      description: input.endpoint.description ?? null,
      enabled: input.endpoint.enabled ?? true,
      event_types: subscriptionOf(input.endpoint.event_types ?? null),
      ...secret.sealed,
      created_at: now,
    });
    const detail = { ...input.owner, host, enabled: inserted.enabled };
    const entry = { actor: input.actor, action: 'endpoint.created', subject: endpointIdOf(id), detail };
    await recordAudit(tx, ctx.clock, entry);
    return inserted;
  });
  return { ...row, secret: secret.plain };
}

function tooMany(owner: Owner): Refusal {
  return new Refusal('channel_id' in owner ? 'too_many_endpoints' : 'too_many_merchant_endpoints');
}

/** The list to store: each name once, in the order sent; null stands for the vocabulary of today. */
export function subscriptionOf(sent: readonly string[] | null): string[] {
  return [...new Set(sent ?? EVENT_TYPES)];
}
