import type { Ctx } from '../../context.ts';
import { inTransaction } from '../../db/tx.ts';
import { endpointIdOf } from '../../lib/ids.ts';
import { Refusal } from '../../refusals.ts';
import { recordAudit } from '../audit/index.ts';
import { parkDeliveries } from '../deliveries/index.ts';
import type { Asked } from './owner.ts';
import { type EndpointRow, lockEndpointRow, switchEndpointRow } from './queries.ts';

// A backlog beyond this is parked by the dispatcher's sweep; none of it is sent meanwhile, for the row says disabled.
const PARKED_AT_ONCE_MAX = 5_000;

/** Stops deliveries to an endpoint at once; what waits for it is parked for good. Again changes nothing. Refuses:
 *  endpoint_not_found. Spec: Webhook endpoints. */
export async function disableEndpoint(
  ctx: Ctx,
  input: Asked & { endpoint_id: string },
): Promise<EndpointRow> {
  return switchTo(ctx, { ...input, enabled: false });
}

/** Takes up deliveries again, for events raised from now on. Again changes nothing. Refuses: endpoint_not_found.
 *  Spec: Webhook endpoints. */
export async function enableEndpoint(ctx: Ctx, input: Asked & { endpoint_id: string }): Promise<EndpointRow> {
  return switchTo(ctx, { ...input, enabled: true });
}

async function switchTo(
  ctx: Ctx,
  input: Asked & { endpoint_id: string; enabled: boolean },
): Promise<EndpointRow> {
  const { endpoint_id, enabled } = input;
  return inTransaction(ctx.db, async (tx) => {
    const row = await lockEndpointRow(tx, input.owner, endpoint_id);
    if (!row) throw new Refusal('endpoint_not_found');
    if (row.enabled === enabled) return row;
    const now = ctx.clock.now();
    const switched = await switchEndpointRow(tx, endpoint_id, { enabled, now });
    if (!enabled) await parkDeliveries(tx, { endpoint_id, now, limit: PARKED_AT_ONCE_MAX });
    const action = enabled ? 'endpoint.enabled' : 'endpoint.disabled';
    await recordAudit(tx, ctx.clock, { actor: input.actor, action, subject: endpointIdOf(endpoint_id) });
    return switched;
  });
}
