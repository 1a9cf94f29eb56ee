import { Socket } from 'node:net';

/** A socket that hands the parts of a statement to the system in one piece. The driver writes each message of the
 *  protocol by itself, and passing them on as a list costs more than copying them together. */
export function oneWriteSocket(): Socket {
  const socket = new Socket();
  socket._writev = (chunks, done) => {
    const whole = Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer));
    socket._write(whole, 'buffer' as BufferEncoding, done);
  };
  return socket;
}
