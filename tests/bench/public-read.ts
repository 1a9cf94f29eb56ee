import type { Deployment } from './deployment.ts';
import { describe, type Pair, summarize } from './figures.ts';
import { type LoadResult, putLoad, startProcess } from './processes.ts';

const BAR = 0.35;
const CONNECTIONS = 32;

export const PUBLIC_READ_TITLE = `Public session read, ${CONNECTIONS} connections`;

/** The buyer's view of a session, budget included, beside the same framework answering the same bytes from memory. */
export async function benchPublicRead(
  deployment: Deployment,
  run: { rounds: number; seconds: number },
): Promise<string> {
  const path = await makeSession(deployment);
  const body = await (await fetch(`${deployment.base_url}${path}`)).text();
  const bare = await startProcess('./fastify-process.ts', { message: { path, body } });
  const load = async (port: number) => (await read(path, port, run.seconds)).perSecond;
  const pairs: Pair[] = [];
  try {
    for (let round = 0; round < run.rounds; round += 1) {
      pairs.push({ ours: await load(deployment.port), limit: await load(bare.port) });
    }
  } finally {
    await bare.stop();
  }
  return describe(PUBLIC_READ_TITLE, 'bare Fastify, the same bytes', BAR, summarize(pairs));
}

/** The same reads for a comparison. */
export async function openPublicRead(
  deployment: Deployment,
): Promise<(seconds: number) => Promise<LoadResult>> {
  const path = await makeSession(deployment);
  return (seconds) => read(path, deployment.port, seconds);
}

function read(path: string, port: number, seconds: number): Promise<LoadResult> {
  const head = [`GET ${path} HTTP/1.1`, 'Host: 127.0.0.1'].join('\r\n');
  return putLoad({ port, connections: CONNECTIONS, seconds, head, body: '', expect: 200 });
}

async function makeSession(deployment: Deployment): Promise<string> {
  const answer = await fetch(`${deployment.base_url}/api/checkout-sessions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${deployment.key}`,
      'x-merchant-id': deployment.merchant_id,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ amount: '42.50', description: 'Two mugs and a teapot' }),
  });
  const session = (await answer.json()) as { id: string };
  return `/api/checkout-sessions/${session.id}`;
}
