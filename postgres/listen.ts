import pg from 'pg';
import { newClient } from './client.ts';
import { sessionOptions } from './session-options.ts';
import { whenLate } from './when-late.ts';
import { within } from './within.ts';

const CONNECT_MS = 2_000;
const RECONNECT_MS = 500;
const ASK_EVERY_MS = 10_000;
const ANSWER_MS = 3_000;

export interface ListenOptions {
  url: string;
  name: string;
  channel: string;
  onNotice(payload: string): void;
  /** Called whenever listening has begun, at first and after each break: what was announced meanwhile was missed. */
  onListening(): void;
  /** Called when listening ended or could not begin; not again until it has begun. */
  onBroken(why: unknown): void;
}

export interface Listening {
  /** Resolves once it listens for the first time; rejects when it was closed before. */
  begun: Promise<void>;
  close(): Promise<void>;
}

/** Listens to a channel of the database on a connection of its own, and connects again whenever that breaks or falls
 *  silent. */
export function listen(options: ListenOptions): Listening {
  const first = Promise.withResolvers<void>();
  first.promise.catch(() => undefined);
  const closed = Promise.withResolvers<'closed'>();
  let isClosed = false;
  let isTold = false;
  const onListening = () => {
    isTold = false;
    first.resolve();
    options.onListening();
  };

  const run = async (): Promise<void> => {
    while (!isClosed) {
      const ended = () => new Error('the connection ended');
      const why: unknown = await listenOnce({ ...options, onListening }, closed.promise).then(
        ended,
        (error: unknown) => error,
      );
      if (isClosed) break;
      if (!isTold) options.onBroken(why);
      isTold = true;
      await within(RECONNECT_MS, closed.promise);
    }
    first.reject(new Error(`stopped listening to ${options.channel}`));
  };

  const running = run();
  return {
    begun: first.promise,
    close: async () => {
      isClosed = true;
      closed.resolve('closed');
      await running;
    },
  };
}

// Until the connection breaks, does not answer, or is not wanted any more.
async function listenOnce(options: ListenOptions, closed: Promise<unknown>): Promise<void> {
  const client = newClient({
    ...sessionOptions(options.url, {}),
    application_name: options.name,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
  });
  const broken = new Promise<void>((resolve) => {
    client.on('error', () => resolve());
    client.on('end', () => resolve());
  });
  const isOver = Promise.race([broken, closed]);
  const end = (): void => void client.connection.stream.destroy();
  void isOver.then(end);
  client.on('notification', ({ payload }) => options.onNotice(payload ?? ''));
  try {
    await client.connect();
    await answered(client, `listen ${pg.escapeIdentifier(options.channel)}`);
    options.onListening();
    // A connection that hangs looks like one on which nothing happens, so it is asked.
    while (!(await within(ASK_EVERY_MS, isOver))) await answered(client, 'select 1');
  } finally {
    end();
  }
}

async function answered(client: pg.Client, statement: string): Promise<void> {
  const heard = whenLate(ANSWER_MS, () => client.connection.stream.destroy());
  try {
    await client.query(statement);
  } finally {
    heard();
  }
}
