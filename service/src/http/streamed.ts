import { Readable } from 'node:stream';
import { asCaller } from '../../../postgres/caller.ts';

// What one piece may ask of the database, as for a whole answer.
const PATIENCE_MS = 4_500;

/** An answer that is made piece by piece, as fast as it is taken. What fails before the first piece fails the call; what
 *  fails later cuts the connection, so that nobody takes a part for the whole. Whoever goes away ends it. */
export async function streamed(lane: string, pieces: AsyncGenerator<string, void>): Promise<Readable> {
  // In whatever turn of the loop the next piece is asked for, it is asked on behalf of this call.
  const next = () => asCaller({ lane, leftMs: PATIENCE_MS }, () => pieces.next());
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
