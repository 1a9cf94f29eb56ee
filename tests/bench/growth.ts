import { plantTransactions } from '../../dev/plant.ts';
import { drawProgress } from '../../dev/progress.ts';
import { openCluster } from './cluster.ts';
import { type Deployment, openDeployment } from './deployment.ts';
import { keepFigures, quantile, type Run } from './figures.ts';
import { OUR_FOLDER } from './processes.ts';

const SMALL = 10_000;
const LARGE = 1_000_000;
const LARGE_QUICKLY = 100_000;
const DAYS = 300;
const DAY_MS = 86_400_000;
const WARM_CALLS = 10;
const CALLS = 100;
const RATIO_BAR = 1.5;
const PAGE_BAR_MS = 100;

interface Asked {
  name: string;
  /** What it is held to: the small database's time, or a time. */
  bar: 'ratio' | 'time';
  method?: 'GET' | 'POST';
  path: (rows: number) => string;
}

const day = (back: number) => new Date(Date.now() - back * DAY_MS).toISOString().slice(0, 10);
const listed = (name: string, query: string, bar: Asked['bar'] = 'ratio'): Asked => ({
  ...{ name, bar },
  path: () => `/api/transactions${query}`,
});

const ASKED: readonly Asked[] = [
  listed('first page', ''),
  listed('by state', '?status=failed'),
  listed('by state and method', '?status=failed&payment_method=venmo'),
  listed('by a method nobody has', '?payment_method=nothing'),
  listed('of a month', `?from_date=${day(90)}&to_date=${day(60)}`),
  { name: 'nine tenths back', bar: 'time', path: (rows) => `/api/transactions?offset=${rows * 0.9}` },
  listed('words in one', '?search=order%204321', 'time'),
  listed('words in a few', '?search=carla.grove77', 'time'),
  listed('words in a tenth', '?search=bicycle%20bell', 'time'),
  listed('words in all', '?search=order', 'time'),
  listed('two letters', '?search=zq', 'time'),
  listed('statistics', '/stats'),
  listed('daily revenue', '/daily-revenue?days=90'),
  listed('filter options', '/filter-options'),
  { name: 'session create', bar: 'ratio', method: 'POST', path: () => '/api/checkout-sessions' },
];

/** What reading costs with a million transactions of one merchant beside ten thousand: the same calls in turn to two services
 *  of two databases in one PostgreSQL, over HTTP with everything on. */
export async function benchGrowth(_deployment: Deployment, run: Run): Promise<string> {
  const large = run.rows ?? (run.isQuick ? LARGE_QUICKLY : LARGE);
  const cluster = await openCluster();
  const open: Deployment[] = [];
  try {
    for (const rows of [SMALL, large]) {
      const grown = await openDeployment({ cluster, folder: OUR_FOLDER });
      open.push(grown);
      await plant(grown, rows);
    }
    const [few, many] = open as [Deployment, Deployment];
    const figures: Figure[] = [];
    for (const asked of ASKED) figures.push(await measure(asked, { few, many, large }));
    await keepFigures(run, 'growth', { small: SMALL, large, figures });
    return report(figures, large);
  } finally {
    for (const one of open) await one.close();
    await cluster.close();
  }
}

async function plant({ database_url, merchant_id }: Deployment, rows: number): Promise<void> {
  const progress = drawProgress({ total: rows, unit: 'transactions', isJson: false });
  await plantTransactions(database_url, { merchant_id, rows, days: DAYS, onProgress: progress.moved });
  progress.done();
}

interface Figure {
  name: string;
  bar: Asked['bar'];
  few_ms: number;
  many_ms: number;
  many_p99_ms: number;
}

// In turn, so that a machine that slows down slows both.
async function measure(
  asked: Asked,
  { few, many, large }: { few: Deployment; many: Deployment; large: number },
): Promise<Figure> {
  const times: Record<'few' | 'many', number[]> = { few: [], many: [] };
  for (let nth = 0; nth < WARM_CALLS + CALLS; nth += 1) {
    const [fewMs, manyMs] = [await call(few, asked, SMALL), await call(many, asked, large)];
    if (nth < WARM_CALLS) continue;
    times.few.push(fewMs);
    times.many.push(manyMs);
  }
  const { name, bar } = asked;
  return {
    ...{ name, bar, few_ms: quantile(times.few, 0.5), many_ms: quantile(times.many, 0.5) },
    many_p99_ms: quantile(times.many, 0.99),
  };
}

async function call(deployment: Deployment, { method = 'GET', path }: Asked, rows: number): Promise<number> {
  const { base_url, key, merchant_id } = deployment;
  const headers = { authorization: `Bearer ${key}`, 'x-merchant-id': merchant_id };
  const body = method === 'POST' ? { body: JSON.stringify({ amount: '42.50' }) } : {};
  const typed = { ...headers, ...(method === 'POST' && { 'content-type': 'application/json' }) };
  const startedMs = performance.now();
  const answer = await fetch(base_url + path(rows), { method, headers: typed, ...body });
  await answer.arrayBuffer();
  if (answer.status >= 300) throw new Error(`${method} ${path(rows)} answered ${answer.status}`);
  return performance.now() - startedMs;
}

function report(figures: readonly Figure[], large: number): string {
  const heading = `Growth: ${SMALL.toLocaleString('en')} and ${large.toLocaleString('en')} transactions of a merchant`;
  const lines = figures.map((figure) => {
    const { name, few_ms, many_ms, many_p99_ms } = figure;
    const times = `${few_ms.toFixed(1)} ms, ${many_ms.toFixed(1)} ms (p99 ${many_p99_ms.toFixed(1)})`;
    return `  ${name.padEnd(24)} ${times.padEnd(36)} ratio ${(many_ms / few_ms).toFixed(2)}${verdictOf(figure)}`;
  });
  return [heading, ...lines].join('\n');
}

function verdictOf({ bar, few_ms, many_ms }: Figure): string {
  const short = bar === 'ratio' ? many_ms / few_ms - RATIO_BAR : many_ms - PAGE_BAR_MS;
  const held = bar === 'ratio' ? `bar ${RATIO_BAR}` : `bar ${PAGE_BAR_MS} ms`;
  return short <= 0 ? `, ${held}: holds` : `, ${held}: short by ${short.toFixed(2)}`;
}
