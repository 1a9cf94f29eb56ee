import https from 'node:https';

// The limit of a delivery: the same bytes over TLS to the same receiver from one process, as plainly as Node does it:
// kept connections, a fixed number of posts under way, no queue, no record, no signature to work out.

interface Plan {
  port: number;
  host: string;
  ca: string;
  body: string;
  headers: Record<string, string>;
  connections: number;
  /** Seconds of the same before what counts begins. */
  warm_up: number;
  seconds: number;
}

async function run(plan: Plan): Promise<number> {
  const agent = new https.Agent({ keepAlive: true, maxSockets: plan.connections, ca: plan.ca });
  await postFor(plan.warm_up, plan, agent);
  const perSecond = await postFor(plan.seconds, plan, agent);
  agent.destroy();
  return perSecond;
}

async function postFor(seconds: number, plan: Plan, agent: https.Agent): Promise<number> {
  const started = performance.now();
  const until = started + seconds * 1000;
  let done = 0;
  const client = async () => {
    for (; performance.now() < until; done += 1) await post(plan, agent);
  };
  await Promise.all(Array.from({ length: plan.connections }, client));
  return done / ((performance.now() - started) / 1000);
}

function post({ port, host, body, headers }: Plan, agent: https.Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const target = { host: '127.0.0.1', port, servername: host, path: '/hook', method: 'POST' };
    const request = https.request({ ...target, headers, agent }, (response) => {
      response.on('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`answered ${String(response.statusCode)}`));
      });
      response.resume();
    });
    request.on('error', reject);
    request.end(body);
  });
}

process.once('message', (plan: Plan) => {
  run(plan).then(
    (perSecond) => process.send!({ perSecond }, () => process.exit(0)),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});
