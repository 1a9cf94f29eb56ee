import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunningSandbox } from '../../../sandbox/main.ts';
import type { ReceivedNotice } from './rail.ts';

/** Where a provider's notices go that nobody acts on. */
interface NoticeReceiver {
  readonly url: string;
  readonly heard: ReceivedNotice[];
  close(): Promise<void>;
}

export async function startReceiver(): Promise<NoticeReceiver> {
  const heard: ReceivedNotice[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headers = textsOf(request.headers);
      heard.push({ source_address: '127.0.0.1', headers, raw_body: Buffer.concat(chunks) });
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/notices`,
    heard,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

function textsOf(headers: IncomingHttpHeaders): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

/** What a provider tells of what is done meanwhile. */
export async function toldOf(
  { sandbox, heard }: { sandbox: RunningSandbox; heard: readonly ReceivedNotice[] },
  act: () => Promise<unknown>,
): Promise<ReceivedNotice[]> {
  await sandbox.drain();
  const before = heard.length;
  await act();
  await sandbox.drain();
  return heard.slice(before);
}
