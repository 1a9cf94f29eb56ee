import {
  type CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely';
import type postgres from 'postgres';

// The two types of the database whose form on the wire is ours to say; see open.ts.
type OwnTypes = { bigint: number; json: string };
/** The driver's pool. */
export type SqlClient = postgres.Sql<OwnTypes>;
type Reserved = postgres.ReservedSql<OwnTypes>;

/** Kysely over the `postgres` driver. A statement outside a transaction goes to the pool without reserving a
 *  connection, so that the driver can pipeline; only a transaction reserves one. Figures: docs/adr/0002. */
export function postgresDialect(client: SqlClient): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driverOver(client),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

interface Connection extends DatabaseConnection {
  reserved: Reserved | null;
}

function driverOver(client: SqlClient): Driver {
  return {
    init: () => Promise.resolve(),
    acquireConnection: () => Promise.resolve(connectionOver(client)),
    beginTransaction: async (connection) => {
      const held = connection as Connection;
      held.reserved = await client.reserve();
      await held.reserved.unsafe('begin');
    },
    commitTransaction: (connection) => finish(connection as Connection, 'commit'),
    rollbackTransaction: (connection) => finish(connection as Connection, 'rollback'),
    releaseConnection: (connection) => {
      const held = connection as Connection;
      held.reserved?.release();
      held.reserved = null;
      return Promise.resolve();
    },
    destroy: () => client.end({ timeout: 5 }),
  };
}

async function finish(connection: Connection, statement: 'commit' | 'rollback'): Promise<void> {
  await connection.reserved?.unsafe(statement);
}

function connectionOver(client: SqlClient): Connection {
  const connection: Connection = {
    reserved: null,
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const target = connection.reserved ?? client;
      const rows = await target.unsafe(query.sql, query.parameters as never[], { prepare: true });
      return { rows: Array.from(rows) as unknown as R[], numAffectedRows: BigInt(rows.count ?? 0) };
    },
    // eslint-disable-next-line require-yield -- the driver's cursors are not used anywhere
    async *streamQuery(): AsyncIterableIterator<never> {
      throw new Error('streaming is not supported: page instead');
    },
  };
  return connection;
}
