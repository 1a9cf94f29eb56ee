import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { Agent, createServer, type IncomingMessage, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32 } from 'node:zlib';
import { selfSigned } from '../../service/src/rails/ppcp/notices/certificate.fixture.ts';
import { type Identity, instantBooks, type Json, type Notice } from './instant-books.ts';
import { newTreatment } from './instant-treatment.ts';
import { nowMs } from './now.ts';

// The wallet provider in a process of its own: it answers from memory what the service asks on the way of a payment, and
// sends its notices signed, one try each; at once, unless it is told to be slow or to fail. What it is not asked there it
// does not know.

interface ProviderPlan extends Identity {
  webhook_id: string;
  notice_url: string;
}

const TREATMENT_PATH = '/_control/treatment';
const CERTIFICATE_PATH = '/v1/notifications/certs/bench';
const KEY_BITS = 2048;
const NOTICE_SOCKETS = 16;
const VALID = { from: '2020-01-01', to: '2049-01-01' };

const keys = generateKeyPairSync('rsa', { modulusLength: KEY_BITS });
const certificate = selfSigned(keys, VALID);
const agent = new Agent({ keepAlive: true, maxSockets: NOTICE_SOCKETS });

function serve(plan: ProviderPlan): void {
  let base = '';
  const books = instantBooks(plan, () => base);
  const treatment = newTreatment(nowMs);
  let kept: Signed[] = [];
  const release = () => {
    if (treatment.notices === 'sent') for (const notice of kept) send(plan, notice);
    kept = [];
  };
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      if (request.url === CERTIFICATE_PATH) return response.end(certificate);
      if (request.url === TREATMENT_PATH) {
        response.end(JSON.stringify(treatment.change(body)));
        return release();
      }
      const call = { method: request.method ?? '', url: new URL(request.url ?? '', base), body };
      const answered = books.answer(call);
      treatment.answer(call, answered, response);
      if (answered.notice) kept.push(signed(plan, answered.notice, base));
      if (treatment.notices !== 'kept') release();
      return undefined;
    });
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    base = `http://127.0.0.1:${port}`;
    process.send!({ port });
  });
}

async function bodyOf(request: IncomingMessage): Promise<Json> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const isJson = request.headers['content-type'] === 'application/json' && chunks.length > 0;
  return isJson ? (JSON.parse(Buffer.concat(chunks).toString('utf8')) as Json) : {};
}

interface Signed {
  headers: Record<string, string>;
  body: Buffer;
}

function signed(plan: ProviderPlan, notice: Notice, base: string): Signed {
  const id = randomUUID().replaceAll('-', '');
  const body = Buffer.from(
    JSON.stringify({
      id: `WH-${id}`,
      event_version: '1.0',
      create_time: new Date().toISOString(),
      resource_version: '2.0',
      ...notice,
      links: [],
    }),
  );
  const time = new Date().toISOString();
  const text = Buffer.from(`${id}|${time}|${plan.webhook_id}|${crc32(body)}`);
  const headers = {
    'content-type': 'application/json',
    'content-length': String(body.length),
    'paypal-transmission-id': id,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': sign('sha256', text, keys.privateKey).toString('base64'),
    'paypal-cert-url': `${base}${CERTIFICATE_PATH}`,
    'paypal-auth-algo': 'SHA256withRSA',
  };
  return { headers, body };
}

// A notice that is not taken ends the process: the figures would be those of something else.
function send(plan: ProviderPlan, { headers, body }: Signed): void {
  const post = httpRequest(plan.notice_url, { method: 'POST', headers, agent }, (response) => {
    response.resume();
    if (response.statusCode !== 200) fail(`a notice was answered ${String(response.statusCode)}`);
  });
  post.on('error', (error) => fail(`a notice was not taken: ${error.message}`));
  post.end(body);
}

function fail(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

process.once('message', serve);
process.once('SIGTERM', () => process.exit(0));
