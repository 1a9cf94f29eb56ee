import https from 'node:https';
import { type AddressInfo, createServer, type Server } from 'node:net';

// A receiver in a process of its own: it answers each post with an empty 200 and remembers which event came when. Its
// second port takes connections and never says a word.

interface Certified {
  key: string;
  cert: string;
}

type Asked = { certified: Certified } | { expect: number } | { take: true };

let arrivals: [event_id: string, at: number][] = [];
let expected = Infinity;

// The same clock in every process of the machine.
const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6;

async function start(certified: Certified): Promise<void> {
  const server = https.createServer({ ...certified, keepAliveTimeout: 60_000 }, (request, response) => {
    request.resume();
    request.on('end', () => {
      response.writeHead(200, { 'content-length': '0' }).end();
      arrivals.push([String(request.headers['service-event-id']), nowMs()]);
      tellWhenAllCame();
    });
  });
  const silent = createServer((socket) => socket.on('error', () => undefined));
  process.send!({ port: await listen(server), silent_port: await listen(silent) });
}

function tellWhenAllCame(): void {
  if (arrivals.length < expected) return;
  expected = Infinity;
  process.send!({ all_at: nowMs() });
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

process.on('message', (asked: Asked) => {
  if ('certified' in asked) return void start(asked.certified);
  if ('expect' in asked) {
    expected = asked.expect;
    return tellWhenAllCame();
  }
  process.send!({ arrivals });
  arrivals = [];
});
process.once('SIGTERM', () => process.exit(0));
