import type { PostgresPoolClient } from 'kysely';

interface Handle extends PostgresPoolClient {
  lease: PostgresPoolClient;
}

/** Hands a connection out as the same object whenever it is lent, on whatever terms. The query builder remembers what it is
 *  lent: a new object each time would keep what it knows until a full collection. */
export function openHandles<T extends object>(): (
  client: T,
  lease: PostgresPoolClient,
) => PostgresPoolClient {
  const handles = new WeakMap<T, Handle>();
  return (client, lease) => {
    const known = handles.get(client);
    if (!known) {
      const handle = handleOf(lease);
      handles.set(client, handle);
      return handle;
    }
    known.lease = lease;
    return known;
  };
}

function handleOf(lease: PostgresPoolClient): Handle {
  const ask = (text: string, values: readonly unknown[]) => handle.lease.query(text, values);
  const handle: Handle = {
    lease,
    query: ask as PostgresPoolClient['query'],
    release: (isSpoiled) => handle.lease.release(isSpoiled),
  };
  return handle;
}
