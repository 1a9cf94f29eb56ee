/** The database could not be asked, or did not answer in time. Nothing is known of a statement that was under way: a
 *  commit among them may have happened. */
export class DatabaseUnavailable extends Error {
  readonly code = 'DATABASE_UNAVAILABLE';
}

/** The connection broke under a statement, of which nothing is known either. */
export class ConnectionLost extends Error {
  readonly code = 'CONNECTION_LOST';
}

// Classes of SQLSTATE: the connection, the server's resources, an operator's intervention, the system below it.
const CLASSES = new Set(['08', '53', '57', '58']);
const READ_ONLY = '25006';
const STATES = new Set([
  READ_ONLY,
  '25P03', // idle in a transaction for too long
  '25P04', // a transaction that took too long
  '40001', // serialization failure
  '40P01', // deadlock
  '55000', // takes no connections
  '55P03', // a lock was not granted in time
]);
// What the host says when it cannot reach the server, or no longer.
const HOST_CODES = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);
// What a server says before it closes a connection: ended by an administrator, by a crash, or asked too early.
const ENDED = new Set(['57P01', '57P02', '57P05']);

/** What a person is told of a database that could not be connected to. */
export function notReached(error: unknown): DatabaseUnavailable {
  const cause = firstOf(error);
  return new DatabaseUnavailable(
    `the database that DATABASE_URL names cannot be reached: ${wordsOf(cause)}`,
    { cause },
  );
}

/** No connection was had in time, and why the last one failed, where one did. */
export function notConnected(error: unknown): DatabaseUnavailable {
  if (error === undefined) return new DatabaseUnavailable('no connection to the database');
  const cause = firstOf(error);
  return new DatabaseUnavailable(`no connection to the database: ${wordsOf(cause)}`, { cause });
}

// Of a name there is one error for each of its addresses, and none has words for all.
function firstOf(error: unknown): unknown {
  return error instanceof AggregateError ? error.errors[0] : error;
}

function wordsOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** Whether an error says that the database fails now, rather than that it was asked something wrong. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable || error instanceof ConnectionLost) return true;
  const code = codeOf(error);
  if (code === null) return false;
  if (HOST_CODES.has(code)) return true;
  return /^[0-9A-Z]{5}$/.test(code) && (STATES.has(code) || CLASSES.has(code.slice(0, 2)));
}

/** Whether the connection ended, be it that the network broke or that the server closed it. Another may serve at once. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof ConnectionLost || ENDED.has(codeOf(error) ?? '');
}

/** Whether the server takes no writes, as one does that another has taken over from. */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === READ_ONLY;
}

function codeOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}
