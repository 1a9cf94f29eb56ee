import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HeardNotice {
  headers: IncomingHttpHeaders;
  raw_body: Buffer;
}

/** Where a provider's notices go that nobody acts on. */
export interface NoticeReceiver {
  readonly url: string;
  readonly heard: HeardNotice[];
  close(): Promise<void>;
}

export async function startReceiver(): Promise<NoticeReceiver> {
  const heard: HeardNotice[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      heard.push({ headers: request.headers, raw_body: Buffer.concat(chunks) });
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/notices`,
    heard,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
