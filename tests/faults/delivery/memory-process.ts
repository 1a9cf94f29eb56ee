import { movableClock } from '../../../service/src/lib/clock.ts';
import { addressBook } from '../../../service/src/lib/public-address.ts';
import { dialer } from '../../../service/src/poster/dial.ts';
import { poster } from '../../../service/src/poster/post.ts';

// The delivery client alone in a process, so that its memory can be read. Started with --expose-gc.

export interface MemoryPlan {
  host: string;
  port: number;
  ca: string;
  attempts: number;
  atOnce: number;
  limits: { silenceMs: number; totalMs: number };
}

export interface MemoryUse {
  /** Resident bytes after the first quarter, at most meanwhile, and in the end. */
  before: number;
  peak: number;
  after: number;
  /** How many attempts came to what, and the longest. */
  outcomes: Record<string, number>;
  longest_ms: number;
}

const SAMPLE_MS = 50;
const WARM_UP_SHARE = 0.25;

async function run(plan: MemoryPlan): Promise<MemoryUse> {
  const connectTo = new Map([[plan.host, { host: '127.0.0.1', port: plan.port }]]);
  const client = poster({
    dialer: dialer({ addresses: addressBook(), connectTo, ca: [plan.ca] }),
    readKey: () => Promise.resolve({ kind: 'key', secret: 'whsec_test', seconds: 1_700_000_000 }),
    clock: movableClock(),
    limits: plan.limits,
  });
  const use: MemoryUse = { before: 0, peak: 0, after: 0, outcomes: {}, longest_ms: 0 };
  const attempt = async (n: number): Promise<void> => {
    const posted = await client.post({
      ...{
        endpoint_id: `01900000-0000-7000-8000-${String(n % 100).padStart(12, '0')}`,
        activation: 1,
        attempt: 1,
      },
      ...{ event_id: '01900000-0000-7000-8000-000000000002', type: 'payment.captured', lease: null },
      ...{ url: `https://${plan.host}/hook`, body: '{"id":"evt_1"}' },
    });
    const outcome = `${posted.result} ${posted.error_class ?? String(posted.status)}`;
    use.outcomes[outcome] = (use.outcomes[outcome] ?? 0) + 1;
    use.longest_ms = Math.max(use.longest_ms, posted.ms);
  };
  const warmUp = Math.ceil(plan.attempts * WARM_UP_SHARE);
  await inParallel(warmUp, plan.atOnce, attempt);
  use.before = settled();
  const sampling = setInterval(() => (use.peak = Math.max(use.peak, process.memoryUsage.rss())), SAMPLE_MS);
  await inParallel(plan.attempts - warmUp, plan.atOnce, attempt);
  clearInterval(sampling);
  use.after = settled();
  use.peak = Math.max(use.peak, use.after);
  client.close();
  return use;
}

async function inParallel(count: number, atOnce: number, work: (n: number) => Promise<void>): Promise<void> {
  let begun = 0;
  const lane = async (): Promise<void> => {
    while (begun < count) await work((begun += 1));
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, lane));
}

// What is garbage is not memory that grows.
function settled(): number {
  global.gc?.();
  return process.memoryUsage.rss();
}

process.once('message', (plan: MemoryPlan) => {
  void run(plan).then((use) => process.send!(use, () => process.exit(0)));
});
process.once('disconnect', () => process.exit(0));
