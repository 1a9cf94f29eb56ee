import { endpointIdOf } from '../../lib/ids.ts';
import type { EndpointRow } from './queries.ts';

/** An endpoint's record as its owner reads it; never the secret. */
export function endpointView(row: EndpointRow) {
  return {
    id: endpointIdOf(row.id),
    url: row.url,
    description: row.description,
    enabled: row.enabled,
    status: row.enabled ? 'active' : 'disabled',
    secret_hint: row.secret_hint,
    event_types: row.event_types,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
