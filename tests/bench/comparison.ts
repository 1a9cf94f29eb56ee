import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { CHECKOUT_PAGE_TITLE, openCheckoutPage } from './checkout-page.ts';
import { type Cluster, openCluster } from './cluster.ts';
import { DELIVERY_TITLE, warmDelivery } from './delivery.ts';
import type * as deliveryWorld from './delivery-world.ts';
import { type Deployment, openDeployment } from './deployment.ts';
import type { Run } from './figures.ts';
import { openCountingCluster, openPayments, PAYMENT_TITLE } from './payment.ts';
import { benchOf, type LoadResult, OUR_FOLDER } from './processes.ts';
import { openPublicRead, PUBLIC_READ_TITLE } from './public-read.ts';
import { compare, type Subject } from './rounds.ts';
import { createSessions, SESSION_CREATE_TITLE } from './session-create.ts';

const WARM_UP_SECONDS = 3;

interface Comparison {
  title: string;
  openCluster(): Promise<Cluster>;
  open(cluster: Cluster, folder: string): Promise<Subject>;
}

/** What can be measured beside the service of another state of the repository. */
export const COMPARISONS: Readonly<Record<string, Comparison>> = {
  'session-create': {
    ...{ title: SESSION_CREATE_TITLE, openCluster },
    open: async (cluster, folder) => {
      const deployment = await openDeployment({ cluster, folder });
      return callsOf(deployment, (seconds) => createSessions(deployment, seconds));
    },
  },
  'public-read': {
    ...{ title: PUBLIC_READ_TITLE, openCluster },
    open: async (cluster, folder) => {
      const deployment = await openDeployment({ cluster, folder });
      return callsOf(deployment, await openPublicRead(deployment));
    },
  },
  'checkout-page': { title: CHECKOUT_PAGE_TITLE, openCluster, open: openCheckoutPage },
  delivery: { title: DELIVERY_TITLE, openCluster, open: openDelivery },
  payment: {
    ...{ title: PAYMENT_TITLE, openCluster: openCountingCluster },
    open: (cluster, folder) => openPayments({ cluster, folder, provider: 'instant' }),
  },
};

/** Measures a scenario with our service and with that of another folder in turn, each over a database of its own in one
 *  PostgreSQL. */
export async function benchAgainst(
  { title, openCluster: openFor, open }: Comparison,
  folder: string,
  run: Run,
): Promise<string> {
  const cluster = await openFor();
  const subjects: Subject[] = [];
  try {
    for (const one of [OUR_FOLDER, folder]) subjects.push(await open(cluster, one));
    const [ours, other] = subjects as [Subject, Subject];
    return await compare(title, { ours, other, otherName: folder }, run);
  } finally {
    for (const subject of subjects) await subject.close();
    await cluster.close();
  }
}

async function callsOf(
  deployment: Deployment,
  load: (seconds: number) => Promise<LoadResult>,
): Promise<Subject> {
  await load(WARM_UP_SECONDS);
  return {
    measure: async (seconds) => {
      const from = await deployment.cpuMs();
      const { answered, perSecond, p50, p99 } = await load(seconds);
      const cpu = (await deployment.cpuMs()) - from;
      return {
        'calls a second': perSecond,
        'p50 ms': p50,
        'p99 ms': p99,
        "service's CPU each, ms": cpu / answered,
      };
    },
    close: deployment.close,
  };
}

// The world is the folder's own, so that events are raised by the code whose deliveries are measured.
async function openDelivery(cluster: Cluster, folder: string): Promise<Subject> {
  const file = pathToFileURL(path.join(benchOf(folder), 'delivery-world.ts')).href;
  const { openDeliveryWorld } = (await import(file)) as typeof deliveryWorld;
  const { world, measure } = await warmDelivery(openDeliveryWorld, cluster.url);
  return {
    measure: async (seconds) => ({ 'deliveries a second': await measure(seconds) }),
    close: world.close,
  };
}
