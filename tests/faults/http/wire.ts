import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** What came back on one connection. */
export interface WireAnswer {
  /** The statuses of the answers, in their order. */
  statuses: number[];
  /** The other side ended the connection; otherwise we did, when the time was over. */
  isClosed: boolean;
  ms: number;
  /** How many bytes we could write until then. */
  written: number;
}

const STATUS_LINE = /HTTP\/1\.[01] (\d{3}) /g;

/** Writes the pieces one after the other on a connection of its own, as long as the other side lets us, and waits until it
 *  ends the connection or the time is over. */
export async function writeOnWire(
  url: string,
  pieces: Iterable<string> | AsyncIterable<string>,
  limitMs: number,
): Promise<WireAnswer> {
  const { hostname, port } = new URL(url);
  const began = performance.now();
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  let told = '';
  let isClosed = false;
  socket.setEncoding('latin1').on('data', (chunk: string) => (told += chunk));
  // A reset is an end like another.
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => {
    const end = () => resolve(void (isClosed = true));
    socket.once('end', end).once('close', end);
  });
  const over = wait(limitMs, undefined, { ref: false });
  const isOver = () => isClosed || performance.now() - began > limitMs;
  await writeAll(socket, { pieces, isOver, ended: Promise.race([closed, over]) });
  await Promise.race([closed, over]);
  const answer = {
    statuses: Array.from(told.matchAll(STATUS_LINE), ([, status]) => Number(status)),
    ...{ isClosed, ms: performance.now() - began, written: socket.bytesWritten },
  };
  socket.destroy();
  return answer;
}

async function writeAll(
  socket: Socket,
  of: { pieces: Iterable<string> | AsyncIterable<string>; isOver(): boolean; ended: Promise<void> },
): Promise<void> {
  for await (const piece of of.pieces) {
    if (of.isOver()) return;
    if (socket.write(piece, 'latin1')) continue;
    await Promise.race([of.ended, new Promise((resolve) => socket.once('drain', resolve))]);
  }
}

/** The text in pieces of random length, each in a packet of its own as far as that can be had. */
export async function* torn(text: string, chance: { between(from: number, to: number): number }) {
  for (let at = 0; at < text.length;) {
    const end = at + chance.between(1, text.length);
    yield text.slice(at, end);
    at = end;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** A beginning and then the same, piece by piece, for ever. */
export async function* endless(beginning: string, piece: string, everyMs: number) {
  yield beginning;
  for (;;) {
    if (everyMs > 0) await wait(everyMs);
    yield piece;
  }
}
