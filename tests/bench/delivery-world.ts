import { contextOver } from '../world/context.ts';
import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Ctx } from '../../service/src/context.ts';
import { migrate } from '../../service/src/db/migrate.ts';
import { openDatabase } from '../../service/src/db/open.ts';
import { inTransaction } from '../../service/src/db/tx.ts';
import { newAuthority } from '../../service/src/poster/fixtures/certificate.ts';
import { call, newTenant, onboardingObject, type Tenant } from '../world/bare-world.ts';
import { endpointRoutes } from '../../service/src/modules/endpoints/index.ts';
import { raise } from '../../service/src/modules/events/index.ts';
import { deliveryNotifier } from '../../service/src/modules/dispatcher/index.ts';
import { askOnce } from './cluster.ts';
import { nowMs } from './now.ts';
import { clean, startProcess } from './processes.ts';

const HOST = 'receiver.bench.test';
const SILENT_HOST = 'silent.bench.test';
const CONNECTIONS = 10;
const RAISED_TOGETHER = 500;
const TYPE = 'merchant.onboarding_updated';
const PADDING = 'x'.repeat(300);

/** A database of its own with channels and their endpoints, a receiver, and one service process that delivers. */
export interface DeliveryWorld {
  tenants: readonly Tenant[];
  receiver: { port: number; host: string; ca: string };
  /** Raises `count` events over the tenants in turn and commits them together; returns when that was. */
  raiseTogether(count: number, tenants?: readonly Tenant[]): Promise<number>;
  /** Raises one event and wakes the deliveries; returns its id and when it was committed. */
  raiseOne(tenant: Tenant): Promise<{ event_id: string; at: number }>;
  /** Resolves with the time at which so many posts have come since the last `take`. */
  arrived(count: number): Promise<number>;
  /** What came since the last time. */
  take(): Promise<[event_id: string, at: number][]>;
  /** Makes a channel whose only endpoint accepts connections and never says a word. */
  addSilent(): Promise<Silent>;
  close(): Promise<void>;
}

/** An endpoint that nobody answers for. */
interface Silent {
  tenant: Tenant;
  enable(): Promise<void>;
  /** Sets its backlog aside. */
  disable(): Promise<void>;
}

export async function openDeliveryWorld(options: {
  database_url: string;
  channels: number;
  endpoints_each: number;
}): Promise<DeliveryWorld> {
  const url = await createDatabaseBeside(options.database_url);
  await migrate(url);
  const authority = newAuthority();
  const receiver = await startReceiver(authority.issue([HOST]));
  const env = environmentOf(url, receiver);
  const database = openDatabase({ url, connectionsMax: CONNECTIONS, name: 'bench' });
  const quiet = contextOver({ db: database.db, settings: env });
  const notifier = deliveryNotifier(database.db, quiet.log);
  const ctx: Ctx = { ...quiet, wake: () => notifier.wake() };
  const tenants: Tenant[] = [];
  for (let n = 0; n < options.channels; n += 1) {
    tenants.push(await makeTenant(ctx, { host: HOST, endpoints: options.endpoints_each }));
  }
  const service = await startProcess('./service-process.ts', {
    env: { ...env, PORT: '0', ROLES: 'worker', LOG_LEVEL: 'warn', WEBHOOK_CA: authority.ca },
  });
  return {
    tenants,
    receiver: { port: receiver.port, host: HOST, ca: authority.ca },
    raiseTogether: (count, among = tenants) => raiseTogether(ctx, among, count),
    raiseOne: (tenant) => raiseOne(ctx, tenant),
    arrived: receiver.arrived,
    take: receiver.take,
    addSilent: () => addSilent(ctx),
    close: async () => {
      await service.stop();
      await receiver.stop();
      notifier.close();
      await database.close();
    },
  };
}

async function createDatabaseBeside(url: string): Promise<string> {
  const name = `delivery_${randomBytes(4).toString('hex')}`;
  await askOnce(url, `create database ${name}`);
  const beside = new URL(url);
  beside.pathname = `/${name}`;
  return beside.href;
}

function environmentOf(url: string, receiver: { port: number; silent_port: number }): Record<string, string> {
  return {
    DATABASE_URL: url,
    OPERATOR_TOKEN: 'operator-token-of-the-bench-0123456789',
    SECRETS_KEY: 'secrets-key-of-the-bench-0123456789abc',
    WALLET_API_BASE: '',
    WEBHOOK_CONNECT_TO: [
      `${HOST}:443:127.0.0.1:${receiver.port}`,
      `${SILENT_HOST}:443:127.0.0.1:${receiver.silent_port}`,
    ].join(','),
  };
}

async function makeTenant(ctx: Ctx, of: { host: string; endpoints: number }): Promise<Tenant> {
  const tenant = await newTenant(ctx);
  const { channel_id } = tenant;
  const scope = { kind: 'channel', key_id: channel_id, channel_id } as const;
  for (let n = 0; n < of.endpoints; n += 1) {
    const body = { url: `https://${of.host}/hook`, event_types: [TYPE] };
    const { status } = await call(endpointRoutes(ctx), 'endpoints.create', { scope, body });
    if (status !== 201) throw new Error(`an endpoint was answered ${status}`);
  }
  return tenant;
}

async function addSilent(ctx: Ctx): Promise<Silent> {
  const tenant = await makeTenant(ctx, { host: SILENT_HOST, endpoints: 1 });
  const { channel_id } = tenant;
  const scope = { kind: 'channel', key_id: channel_id, channel_id } as const;
  const routes = endpointRoutes(ctx);
  const listed = await call(routes, 'endpoints.list', { scope });
  const asked = { scope, params: { endpoint_id: (listed.body as { id: string }[])[0]!.id } };
  return {
    tenant,
    enable: async () => void (await call(routes, 'endpoints.enable', asked)),
    disable: async () => void (await call(routes, 'endpoints.disable', asked)),
  };
}

async function raiseTogether(ctx: Ctx, tenants: readonly Tenant[], count: number): Promise<number> {
  await inTransaction(ctx.db, async (tx) => {
    for (let raised = 0; raised < count; raised += RAISED_TOGETHER) {
      const some = Array.from({ length: Math.min(RAISED_TOGETHER, count - raised) }, (_, n) =>
        raise(tx, ctx, eventOf(tenants[(raised + n) % tenants.length]!)),
      );
      await Promise.all(some);
    }
  });
  const at = nowMs();
  ctx.wake('deliveries');
  return at;
}

async function raiseOne(ctx: Ctx, tenant: Tenant): Promise<{ event_id: string; at: number }> {
  const event_id = await inTransaction(ctx.db, (tx) => raise(tx, ctx, eventOf(tenant)));
  const at = nowMs();
  ctx.wake('deliveries');
  return { event_id, at };
}

function eventOf(tenant: Tenant) {
  return { type: TYPE, ...tenant, object: { ...onboardingObject(tenant), padding: PADDING } } as const;
}

async function startReceiver(certified: { key: string; cert: string }) {
  const file = fileURLToPath(new URL('./delivery-receiver.ts', import.meta.url));
  const child = fork(file, { env: clean() });
  child.send({ certified });
  const { port, silent_port } = (await told(child)) as { port: number; silent_port: number };
  const ask = async (asked: object): Promise<unknown> => {
    const answer = told(child);
    child.send(asked);
    return answer;
  };
  return {
    port,
    silent_port,
    arrived: async (expect: number) => ((await ask({ expect })) as { all_at: number }).all_at,
    take: async () => ((await ask({ take: true })) as { arrivals: [string, number][] }).arrivals,
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function told(child: ChildProcess): Promise<unknown> {
  const [message] = (await once(child, 'message')) as [unknown];
  return message;
}
