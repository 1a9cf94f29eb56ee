import { isDeepStrictEqual } from 'node:util';
import type { Ctx } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/tx.ts';
import { endpointIdOf } from '../../lib/ids.ts';
import type { AddressBook } from '../../lib/public-address.ts';
import { Refusal } from '../../refusals.ts';
import { recordAudit } from '../audit/index.ts';
import { subscriptionOf } from './create-endpoint.ts';
import { type EndpointUrl, readEndpointUrl } from './endpoint-url.ts';
import type { Asked } from './owner.ts';
import { type EndpointRow, lockEndpointRow, readEndpointRow, updateEndpointRow } from './queries.ts';
import { requirePublicHost } from './require-public-host.ts';
import { newSecret } from './secret.ts';

interface EndpointChangeInput {
  url?: string;
  description?: string | null;
  event_types?: readonly string[];
  rotate_secret?: boolean;
}

/** Changes an endpoint; `secret` is set only when it was rotated. Names are resolved before the row is held, and every
 *  rule is judged again on the held row. What changes nothing leaves no trace. Refuses: endpoint_not_found, endpoint_enabled,
 *  endpoint_needs_rotation, endpoint_unresolved, endpoint_private, endpoint_stale. Spec: Webhook endpoints. */
export async function updateEndpoint(
  ctx: Ctx,
  addresses: AddressBook,
  input: Asked & { endpoint_id: string; change: EndpointChangeInput },
): Promise<EndpointRow & { secret: string | null }> {
  const { change, owner } = input;
  const sent = change.url === undefined ? null : readEndpointUrl(change.url);
  const seen = await readEndpointRow(ctx.db, owner, input.endpoint_id);
  if (!seen) throw new Refusal('endpoint_not_found');
  // The current URL sent back is an echo, not a replacement.
  const target = sent && sent.url !== seen.url ? sent : null;
  if (target) {
    refuseReplacement(seen, target, change);
    await requirePublicHost(ctx, addresses, target.host);
  }
  return inTransaction(ctx.db, async (tx) => {
    const row = await lockEndpointRow(tx, owner, input.endpoint_id);
    if (!row) throw new Refusal('endpoint_not_found');
    if (sent && row.url !== seen.url) throw new Refusal('endpoint_stale');
    if (target) refuseReplacement(row, target, change);
    return write(tx, ctx, { row, target, change, actor: input.actor });
  });
}

async function write(
  tx: Tx,
  ctx: Ctx,
  input: { row: EndpointRow; target: EndpointUrl | null; change: EndpointChangeInput; actor: string },
): Promise<EndpointRow & { secret: string | null }> {
  const { row, target, change } = input;
  const next = { endpoint_id: row.id, version: row.secret_version + 1 };
  const secret = change.rotate_secret ? newSecret(ctx.config.secrets_keys, next) : null;
  const wanted = {
    url: target?.url ?? row.url,
    host: target?.host ?? row.host,
    description: change.description === undefined ? row.description : change.description,
    event_types: change.event_types ? subscriptionOf(change.event_types) : row.event_types,
  };
  if (secret === null && isAsItIs(row, wanted)) return { ...row, secret: null };
  const update = { ...wanted, updated_at: ctx.clock.now() };
  const updated = await updateEndpointRow(tx, row.id, update, secret?.sealed ?? null);
  const detail = { changed: Object.keys(change), host: updated.host, rotated: secret !== null };
  const subject = endpointIdOf(row.id);
  await recordAudit(tx, ctx.clock, { actor: input.actor, action: 'endpoint.changed', subject, detail });
  return { ...updated, secret: secret?.plain ?? null };
}

function isAsItIs(
  row: EndpointRow,
  wanted: Pick<EndpointRow, 'url' | 'host' | 'description' | 'event_types'>,
): boolean {
  return (Object.keys(wanted) as (keyof typeof wanted)[]).every((field) =>
    isDeepStrictEqual(wanted[field], row[field]),
  );
}

// A receiver never gets events at an address it did not expect, nor a new host the old host's secret.
function refuseReplacement(row: EndpointRow, target: EndpointUrl, change: EndpointChangeInput): void {
  if (row.enabled) throw new Refusal('endpoint_enabled');
  if (row.host !== target.host && change.rotate_secret !== true) throw new Refusal('endpoint_needs_rotation');
}
