import type { Deployment } from './deployment.ts';
import { describe, type Pair, summarize } from './figures.ts';
import { putLoad, startProcess } from './processes.ts';

const BAR = 0.35;
const CONNECTIONS = 32;

/** The buyer's view of a session, budget included, beside the same framework answering the same bytes from memory. */
export async function benchPublicRead(
  deployment: Deployment,
  run: { rounds: number; seconds: number },
): Promise<string> {
  const path = await makeSession(deployment);
  const body = await (await fetch(`${deployment.base_url}${path}`)).text();
  const bare = await startProcess('./fastify-process.ts', { message: { path, body } });
  const head = [`GET ${path} HTTP/1.1`, 'Host: 127.0.0.1'].join('\r\n');
  const load = async (port: number) =>
    (await putLoad({ port, connections: CONNECTIONS, seconds: run.seconds, head, body: '', expect: 200 }))
      .perSecond;
  const pairs: Pair[] = [];
  try {
    for (let round = 0; round < run.rounds; round += 1) {
      pairs.push({ ours: await load(deployment.port), limit: await load(bare.port) });
    }
  } finally {
    await bare.stop();
  }
  return describe(
    `Public session read, ${CONNECTIONS} connections`,
    'bare Fastify, the same bytes',
    BAR,
    summarize(pairs),
  );
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
