import { connect, type Socket } from 'node:net';

// A load generator as small as one can be: keep-alive sockets, one request in flight on each, prepared bytes, answers
// read by their Content-Length. Whatever it costs is taken from the machine that the service is measured on.

interface Plan {
  port: number;
  connections: number;
  seconds: number;
  /** The request up to its blank line; `{n}` becomes a number that no other request has. */
  head: string;
  body: string;
  expect: number;
}

interface Load {
  answered: number;
  seconds: number;
  latencies_ms: number[];
}

async function run(plan: Plan): Promise<Load> {
  const started = performance.now();
  const until = started + plan.seconds * 1000;
  const counters = { sent: 0, answered: 0 };
  const latencies: number[] = [];
  const connections = Array.from({ length: plan.connections }, () => drive(plan, until, counters, latencies));
  await Promise.all(connections);
  return {
    answered: counters.answered,
    seconds: (performance.now() - started) / 1000,
    latencies_ms: latencies,
  };
}

function drive(
  plan: Plan,
  until: number,
  counters: { sent: number; answered: number },
  latencies: number[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(plan.port, '127.0.0.1');
    socket.setNoDelay(true);
    let received = '';
    let sentAt = 0;
    const next = () => {
      if (performance.now() >= until) return void socket.end(() => resolve());
      sentAt = performance.now();
      send(socket, plan, (counters.sent += 1));
    };
    socket.setEncoding('latin1');
    socket.on('connect', next);
    socket.on('error', reject);
    socket.on('data', (chunk: string) => {
      received += chunk;
      const length = answerLength(received, plan.expect);
      if (length === null || received.length < length) return;
      received = received.slice(length);
      counters.answered += 1;
      latencies.push(performance.now() - sentAt);
      next();
    });
  });
}

function send(socket: Socket, plan: Plan, n: number): void {
  const unique = `${process.pid}-${n}`;
  socket.write(`${plan.head.replace('{n}', unique)}\r\n\r\n${plan.body}`, 'latin1');
}

function answerLength(received: string, expect: number): number | null {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const status = Number(received.slice(9, 12));
  if (status !== expect) throw new Error(`answered ${status}: ${received.slice(0, 500)}`);
  const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, end));
  return end + 4 + Number(length?.[1] ?? 0);
}

process.once('message', (plan: Plan) => {
  run(plan).then(
    (load) => process.send!(load, () => process.exit(0)),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});
