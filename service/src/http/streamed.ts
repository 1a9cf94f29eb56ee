import { Readable } from 'node:stream';
import { asCaller, currentCaller } from '../../../postgres/caller.ts';
import { PATIENCE_MS } from './patience.ts';

/** An answer that is made piece by piece, as fast as it is taken. What fails before the first piece fails the call; what
 *  fails later cuts the connection, so that nobody takes a part for the whole. Whoever goes away ends it. */
export async function streamed(lane: string, pieces: AsyncGenerator<string, void>): Promise<Readable> {
  // In whatever turn of the loop the next piece is asked for, it is asked on behalf of this call; one piece may take what a
  // whole answer may.
  const request_id = currentCaller()?.request_id;
  const next = () => asCaller({ lane, request_id, leftMs: PATIENCE_MS }, () => pieces.next());
  const first = await next();
  async function* all(): AsyncGenerator<string, void> {
    try {
      for (let piece = first; !piece.done; piece = await next()) yield piece.value;
    } finally {
      await pieces.return();
    }
  }
  return Readable.from(all(), { objectMode: false });
}
