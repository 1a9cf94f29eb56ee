import type { Socket } from 'node:net';

// What the HTTP parser gives up on before there is a request: everything else it refuses is a malformed one.
const ANSWERS: Readonly<Record<string, readonly [status: string, detail: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The request head is larger than 16 KiB'],
};
const MALFORMED = ['400 Bad Request', 'The request is not HTTP'] as const;

/** Answers what is no request in the same shape as a refusal, and closes the connection: where the next request would
 *  begin is not known. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, detail] = ANSWERS[error.code ?? ''] ?? MALFORMED;
  const body = JSON.stringify({ detail });
  const head = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroy(error);
}
