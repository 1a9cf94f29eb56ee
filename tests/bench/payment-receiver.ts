import { createHmac, timingSafeEqual } from 'node:crypto';
import https from 'node:https';
import type { AddressInfo } from 'node:net';

// The channel's receiver in a process of its own: judges each signature by the published rules, answers 200 and tells
// which session's payment came when.

type Asked = { certified: { key: string; cert: string } } | { secret: string };

/** What is told of each delivery. */
export interface Delivered {
  session_id: string;
  amount_cents: number;
  is_genuine: boolean;
  at: number;
}

const TOLERANCE_SECONDS = 300;
let secret = '';

function start(certified: { key: string; cert: string }): void {
  const server = https.createServer({ ...certified, keepAliveTimeout: 60_000 }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const at = Number(process.hrtime.bigint()) / 1e6;
      response.writeHead(200, { 'content-length': '0' }).end();
      tell(Buffer.concat(chunks), String(request.headers['service-signature']), at);
    });
  });
  server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }));
}

function tell(body: Buffer, signature: string, at: number): void {
  const { data } = JSON.parse(body.toString('utf8')) as {
    data: { object: { checkout_session_id: string; amount_cents: number } };
  };
  const { checkout_session_id: session_id, amount_cents } = data.object;
  const delivered: Delivered = { session_id, amount_cents, is_genuine: isGenuine(body, signature), at };
  process.send!(delivered);
}

function isGenuine(body: Buffer, signature: string): boolean {
  const [, t, v1] = /^t=([0-9]{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  if (!t || !v1 || Math.abs(Date.now() / 1000 - Number(t)) > TOLERANCE_SECONDS) return false;
  const expected = createHmac('sha256', secret).update(`${t}.`).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(v1, 'hex'));
}

process.on('message', (asked: Asked) => {
  if ('secret' in asked) secret = asked.secret;
  else start(asked.certified);
});
process.once('SIGTERM', () => process.exit(0));
