import { errorOf } from '../client/src/errors.ts';
import { CommandError, EXIT } from './exit-codes.ts';

const SHOWN_MAX = 500;

type Table = AsyncIterable<Uint8Array>;

/** Fetches a table, as the pieces of a CSV. An answer that is none is told as that of any other call. */
export async function fetchTable(url: string, headers: Record<string, string>): Promise<Table> {
  const call = callOf(url);
  const response = await fetch(url, { headers, redirect: 'manual' }).catch((error: Error) => {
    const cause = error.cause instanceof Error ? error.cause.message : error.message;
    throw new CommandError(EXIT.unavailable, `${call} got no answer: ${cause}`, { cause: error });
  });
  const isTable = response.headers.get('content-type')?.startsWith('text/csv') === true;
  if (response.status === 200 && isTable && response.body) return response.body;
  const said = await response.text();
  const { status, headers: told } = response;
  if (status === 200) {
    throw new CommandError(EXIT.unavailable, `${call} answered ${status}: ${said.slice(0, SHOWN_MAX)}`);
  }
  throw errorOf(
    { status, headers: told, body: readJson(said) },
    { call, changes: false, mayHaveHappened: false },
  );
}

// Like any other call: what a filter asks for may name a buyer, and is none of an error.
function callOf(url: string): string {
  return `GET ${new URL(url).pathname}`;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The same, where a connection that ends early is an error: a part of the table must not pass for the whole. */
export async function* unbroken(table: Table): AsyncGenerator<Uint8Array, void> {
  try {
    yield* table;
  } catch (error) {
    const { message } = error as Error;
    throw new CommandError(EXIT.unavailable, `the table broke off: ${message}`, { cause: error });
  }
}
