import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a request was, as the server got it. */
export interface Got {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** An answer; `lost` breaks the connection instead, `late` never answers. */
export type Scripted = { status: number; body?: unknown; headers?: Record<string, string> } | 'lost' | 'late';

export interface ScriptedServer {
  url: string;
  got: Got[];
  /** The answers of the next requests, in their order; the last one stays. */
  answer(...answers: Scripted[]): void;
  close(): Promise<void>;
}

/** A service that answers by a script, over HTTP. */
export async function startScripted(): Promise<ScriptedServer> {
  const got: Got[] = [];
  let script: Scripted[] = [];
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      got.push({ method, path: url, headers, body: Buffer.concat(parts).toString('utf8') });
      const answer = (script.length > 1 ? script.shift() : script[0]) ?? { status: 200, body: {} };
      if (answer === 'late') return;
      if (answer === 'lost') return void request.socket.destroy();
      response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
      response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    got,
    answer: (...answers) => {
      script = answers;
      got.length = 0;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
