import { createServer, type Server } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { shownHeaders } from '../machine/store/call-log.ts';
import type { World } from '../machine/world.ts';
import { provideReceiverKeys } from './keys.ts';
import { RECEIVER_NAME, takeDelivery } from './receivers.ts';

const BODY_BYTES_MAX = 1_048_576;
const REQUEST_TIMEOUT_MS = 30_000;

interface ReceiverServer {
  port: number;
  ca_pem: string;
  close(): Promise<void>;
}

/** Listens with TLS on loopback for the deliveries to our own receivers. */
export async function startReceiverServer(world: World, host: string): Promise<ReceiverServer> {
  const keys = await provideReceiverKeys(world.db);
  const server = createServer(
    {
      key: keys.receiver_key,
      cert: keys.receiver_certificate,
      requestTimeout: REQUEST_TIMEOUT_MS,
    },
    (request, response) => {
      serve(world, request, response).catch(() => response.destroy());
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { port, ca_pem: keys.receiver_ca, close: () => closeServer(server) };
}

async function serve(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const name = /^\/([^/?#]+)\/?(?:\?.*)?$/.exec(request.url ?? '')?.[1] ?? '';
  if (!RECEIVER_NAME.test(name)) return answer(response, 404);
  if (request.method !== 'POST') return answer(response, 405);
  const body = await readBody(request);
  if (body === null) return answer(response, 413);
  const headers = shownHeaders(request.headers);
  const receiver = await takeDelivery(world, name, { headers, body });
  if (receiver.delay_ms === 0) return answer(response, receiver.status);
  const timer = setTimeout(() => answer(response, receiver.status), receiver.delay_ms);
  response.once('close', () => clearTimeout(timer));
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_BYTES_MAX) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function answer(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end('{}');
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}
