import pg from 'pg';
import type { Duplex } from 'node:stream';

/** A client of the driver, of which a connection that fails leaves nothing behind: one that could not be made is closed at once
 *  and not when the server loses its patience, and one on which something came that nobody can read ends, and not the process. */
export function newClient(config: pg.ClientConfig): pg.Client {
  const client = new pg.Client(config);
  closeUnlessMade(client);
  endUnreadable(client.connection as unknown as Reading);
  return client;
}

// Where the server asks for what the driver does not have, the driver fails by itself and leaves the server waiting.
function closeUnlessMade(client: pg.Client): void {
  const { connection } = client;
  let isMade = false;
  connection.once('readyForQuery', () => (isMade = true));
  const close = (): void => {
    if (!isMade) connection.stream.destroy();
  };
  connection.on('error', close);
  connection.on('errorMessage', close);
  client.on('error', close);
}

/** What of the driver's connection reads messages; its types do not tell of it. */
interface Reading {
  attachListeners(stream: Listened): void;
}
type Listened = Pick<Duplex, 'on'>;

function endUnreadable(connection: Reading): void {
  const attach = connection.attachListeners.bind(connection);
  connection.attachListeners = (stream) => attach(endingOnFailure(stream as Duplex));
}

function endingOnFailure(stream: Duplex): Listened {
  const guarded = (read: (chunk: Buffer) => void) => (chunk: Buffer) => {
    try {
      read(chunk);
    } catch (error) {
      stream.destroy(error as Error);
    }
  };
  const on = (event: string, listener: (chunk: Buffer) => void) =>
    stream.on(event, event === 'data' ? guarded(listener) : listener);
  return { on: on as Duplex['on'] };
}
