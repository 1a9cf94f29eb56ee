import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { COMPILED } from '../../../bin/launch.mjs';
import type { Ctx } from '../../../service/src/context.ts';
import type { MovableClock } from '../../../service/src/lib/clock.ts';
import { newAuthority } from '../../../service/src/poster/fixtures/certificate.ts';
import { isVerified, type Receiver, startReceiver } from '../../../service/src/poster/fixtures/receiver.ts';
import { call, newTenant, startWorld, type Tenant } from '../../world/bare-world.ts';
import { endpointRoutes } from '../../../service/src/modules/endpoints/index.ts';
import type { DispatcherSettings } from './process.ts';

export const HOST = 'receiver.faults.test';
const TYPE = 'merchant.onboarding_updated';
const LOOK_MS = 20;

export interface Endpoint {
  id: string;
  secret: string;
  path: string;
  tenant: Tenant;
}

export interface Dispatcher {
  pid: number;
  /** Ends it at once and without warning. */
  kill(): Promise<void>;
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** Asks it to end; resolves with how many milliseconds that took. */
  stop(): Promise<number>;
}

/** A database, one receiver in this process, and dispatchers in processes of their own. */
export interface DeliveryWorld {
  ctx: Ctx & { clock: MovableClock };
  receiver: Receiver;
  endpoints: readonly Endpoint[];
  tenants: readonly Tenant[];
  addTenant(endpoints: number, host?: string): Promise<Tenant>;
  startDispatcher(options?: Omit<DispatcherSettings, 'env' | 'ca'>): Promise<Dispatcher>;
  close(): Promise<void>;
}

/** Starts a world of `channels` with `endpoints` each. `hosts` are names beside the receiver's own, with the port of
 *  this machine that each leads to. */
export async function openDeliveryWorld(options: {
  channels: number;
  endpoints: number;
  hosts?: Record<string, number>;
  retryScale?: number;
  answer?: (response: ServerResponse, n: number) => void;
}): Promise<DeliveryWorld> {
  const authority = newAuthority();
  const receiver = await startReceiver(
    authority.issue([HOST]),
    options.answer ?? ((response) => response.writeHead(200).end()),
  );
  const { retryScale = 0.001 } = options;
  const world = await startWorld({ connectTo: { [HOST]: receiver.port, ...options.hosts }, retryScale });
  const running = new Set<ChildProcess>();
  const endpoints: Endpoint[] = [];
  const addTenant = async (count: number, host = HOST) => {
    const tenant = await newTenant(world.ctx);
    for (let n = 0; n < count; n += 1)
      endpoints.push(await register(world.ctx, tenant, { host, n: endpoints.length }));
    return tenant;
  };
  const tenants: Tenant[] = [];
  for (let n = 0; n < options.channels; n += 1) tenants.push(await addTenant(options.endpoints));
  return {
    ...{ ctx: world.ctx, receiver, endpoints, tenants, addTenant },
    startDispatcher: (more = {}) => startDispatcher(running, { ...more, env: world.env, ca: authority.ca }),
    close: async () => {
      await Promise.all([...running].map(killed));
      await receiver.close();
      await world.close();
    },
  };
}

async function register(ctx: Ctx, tenant: Tenant, at: { host: string; n: number }): Promise<Endpoint> {
  const { channel_id } = tenant;
  const scope = { kind: 'channel', key_id: channel_id, channel_id } as const;
  const hook = `/hook/${at.n}`;
  const body = { url: `https://${at.host}${hook}`, event_types: [TYPE] };
  const answered = await call(endpointRoutes(ctx), 'endpoints.create', { scope, body });
  if (answered.status !== 201) throw new Error(`an endpoint was answered ${answered.status}`);
  const { id, secret } = answered.body as { id: string; secret: string };
  return { id, secret, path: hook, tenant };
}

async function startDispatcher(
  running: Set<ChildProcess>,
  settings: DispatcherSettings,
): Promise<Dispatcher> {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, NODE_COMPILE_CACHE: COMPILED, NODE_NO_WARNINGS: '1' };
  const file = path.join(import.meta.dirname, 'process.ts');
  const child = fork(file, { execArgv: [], env });
  running.add(child);
  child.once('exit', () => running.delete(child));
  child.send(settings);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`a dispatcher ended with ${String(code)} before it was ready`);
  });
  await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => undefined);
  return {
    pid: child.pid!,
    kill: () => killed(child),
    signal: (signal) => void child.kill(signal),
    stop: async () => {
      const from = performance.now();
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      return performance.now() - from;
    },
  };
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** Waits until it holds, at most so long; tells whether it did. */
export async function holdsWithin(
  limitMs: number,
  condition: () => boolean | Promise<boolean>,
): Promise<boolean> {
  const until = performance.now() + limitMs;
  while (!(await condition())) {
    if (performance.now() > until) return false;
    await wait(LOOK_MS);
  }
  return true;
}

/** Live deliveries by state. */
export async function countLive(
  world: DeliveryWorld,
): Promise<{ due: number; leased: number; waiting: number }> {
  const { rows } = await sql<{ due: number; leased: number; waiting: number }>`
    select count(*) filter (where state = 'due') as due, count(*) filter (where state = 'leased') as leased,
      count(*) filter (where state = 'waiting') as waiting
    from deliveries`.execute(world.ctx.db);
  return rows[0]!;
}

/** What must hold of everything that arrived: signed with its endpoint's secret, at most eight posts of an event to an
 *  endpoint, and none once a success was recorded. */
export async function breachesOfPosts(world: DeliveryWorld): Promise<string[]> {
  const secrets = new Map(world.endpoints.map(({ path: hook, secret }) => [hook, secret]));
  const posts = new Map<string, number[]>();
  let unsigned = 0;
  for (const received of world.receiver.received) {
    if (!isVerified(received, secrets.get(received.path)!)) unsigned += 1;
    const key = keyOf(received);
    posts.set(key, [...(posts.get(key) ?? []), received.at]);
  }
  const { rows } = await sql<{ key: string; finished_at: Date }>`
    select w.url || ' evt_' || replace(f.event_id::text, '-', '') as key, f.finished_at
    from deliveries_finished f join webhook_endpoints w on w.id = f.endpoint_id
    where f.state = 'delivered'`.execute(world.ctx.db);
  const recorded = new Map(
    rows.map((row) => [row.key.replace(/^https:\/\/[^/]+/, ''), row.finished_at.getTime()]),
  );
  const after = [...posts].filter(([key, at]) => at.some((one) => one > (recorded.get(key) ?? Infinity)));
  const tooMany = [...posts.values()].filter((at) => at.length > 8);
  return [
    ...(unsigned > 0 ? [`${unsigned} posts do not verify`] : []),
    ...(tooMany.length > 0 ? [`${tooMany.length} deliveries were posted more than eight times`] : []),
    ...after.map(([key]) => `posted after a recorded success: ${key}`),
  ];
}

/** Which delivery a post was of. */
export function keyOf(received: { path: string; headers: Record<string, unknown> }): string {
  return `${received.path} ${String(received.headers['service-event-id'])}`;
}
