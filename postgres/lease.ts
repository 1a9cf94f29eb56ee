import type { PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { PoolClient, QueryConfig } from 'pg';
import { beginWait, type Caller, endWait, patienceOf } from './caller.ts';
import { ConnectionLost, DatabaseUnavailable, isConnectionLost, isReadOnly } from './failures.ts';
import type { StatementNames } from './statement-names.ts';
import { whenLate } from './when-late.ts';

interface LeaseParts {
  client: PoolClient;
  caller: Caller | undefined;
  /** How long one statement may take. Longer than the server's own limit, so that this one speaks for a server or a
   *  network that does not answer at all. */
  statementMs: number;
  names: StatementNames;
  /** Whether the connection is known to be gone. */
  isLost(): boolean;
  /** Whether it was made in another time, and must not be lent again. */
  isPast(): boolean;
  onReadOnly(): void;
  onAbandoned(): void;
  onReleased(): void;
}

/** One connection, lent out for a statement or a transaction. A statement that is not answered in time ends the
 *  connection with it: what the server still does on it is rolled back there, and nothing of it is used again. */
export function leaseOf(parts: LeaseParts): PostgresPoolClient {
  const { client, caller } = parts;
  let isAbandoned = false;
  let isEnded = false;

  const abandon = (): void => {
    isAbandoned = true;
    parts.onAbandoned();
    client.connection.stream.destroy();
  };

  const ask = async (text: string, values: readonly unknown[]): Promise<PostgresQueryResult<unknown>> => {
    const ms = patienceOf(caller, parts.statementMs);
    if (isAbandoned || ms < 1) throw new DatabaseUnavailable('the caller has no time left for the database');
    beginWait(caller);
    const heard = whenLate(ms, abandon);
    try {
      const name = values.length > 0 ? parts.names(text) : undefined;
      return await answerOf(client, { text, ...(name && { name }), values: values as unknown[] });
    } catch (error) {
      if (isAbandoned)
        throw new DatabaseUnavailable(`no answer within ${Math.round(ms)} ms`, { cause: error });
      if (isReadOnly(error)) parts.onReadOnly();
      // The server's last word may arrive before the end of the connection does.
      isEnded ||= isConnectionLost(error);
      if (parts.isLost()) throw new ConnectionLost('the connection was lost', { cause: error });
      throw error;
    } finally {
      heard();
      endWait(caller);
    }
  };

  return {
    query: ask as PostgresPoolClient['query'],
    release: (isSpoiled) => {
      // One that is still in a transaction must not be lent to somebody else.
      const isUsable = !isSpoiled && !isAbandoned && !isEnded && !parts.isLost() && !parts.isPast();
      const isWhole = isUsable && client.getTransactionStatus() === 'I';
      client.release(!isWhole);
      parts.onReleased();
    },
  };
}

// By its callback: of the promise that the driver makes by itself more than a kilobyte stays behind until a full collection.
function answerOf(client: PoolClient, statement: QueryConfig): Promise<PostgresQueryResult<unknown>> {
  return new Promise((resolve, reject) => {
    client.query(statement, (error: Error | null, result) => {
      if (error) reject(error);
      else resolve(result as PostgresQueryResult<unknown>);
    });
  });
}
