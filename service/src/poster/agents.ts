import https from 'node:https';
import type net from 'node:net';
import type { Duplex } from 'node:stream';
import type tls from 'node:tls';
import type { Dialer } from './dial.ts';

// As many as may be under way: fewer, and a burst closes sockets that its next moment opens again, at twenty times the
// cost of the request itself.
const IDLE_PER_ENDPOINT_MAX = 8;
const IDLE_IN_ALL_MAX = 2_000;
// Beyond it, DNS is asked again. A receiver that announces less in its Keep-Alive header gets a second less than that; one
// that closes without notice is met by the one repetition on a fresh connection.
const AGE_MS_MAX = 60_000;

/** How long after it was opened a connection may still begin a request (gap G59). */
export interface ConnectionLimits {
  ageMs: number;
}

/** What a request tells its agent about the connection it needs. */
export interface Route {
  endpoint_id: string;
  host: string;
  attempt: number;
  onRaw: (raw: net.Socket) => void;
  isAbandoned: () => boolean;
}

export interface Agents {
  /** Keeps an endpoint's idle sockets to a host until they are 60 s old. */
  pooledFor(route: Pick<Route, 'endpoint_id' | 'host'>): https.Agent;
  /** A connection for one request. */
  fresh: https.Agent;
  /** The TCP socket below a TLS socket of these agents. */
  rawOf(socket: Duplex): net.Socket | undefined;
  close(): void;
}

/** Agents whose connections come from the dialer. Node's own agent does the bookkeeping of idle sockets. */
export function agents(dialer: Dialer, limits: ConnectionLimits = { ageMs: AGE_MS_MAX }): Agents {
  const raws = new WeakMap<Duplex, net.Socket>();
  const openedAt = new WeakMap<Duplex, number>();
  const pooled = new https.Agent({
    keepAlive: true,
    timeout: limits.ageMs,
    maxFreeSockets: IDLE_PER_ENDPOINT_MAX,
    maxTotalSockets: Infinity,
    scheduling: 'lifo',
  });
  const fresh = new https.Agent({ keepAlive: false });

  for (const agent of [pooled, fresh]) {
    agent.createConnection = (options, callback) => {
      const { route } = options as unknown as { route: Route };
      const done = callback as unknown as (error: Error | null, socket?: tls.TLSSocket) => void;
      let below: net.Socket | undefined;
      const onRaw = (raw: net.Socket): void => {
        below = raw;
        route.onRaw(raw);
      };
      dialer.connect({ host: route.host, attempt: route.attempt, onRaw }).then(
        (socket) => {
          raws.set(socket, below!);
          openedAt.set(socket, performance.now());
          if (route.isAbandoned()) socket.destroy();
          done(null, socket);
        },
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      );
      return undefined;
    };
    agent.getName = (options) => nameOf((options as unknown as { route: Route }).route);
  }

  const msLeft = (socket: Duplex): number => (openedAt.get(socket) ?? 0) + limits.ageMs - performance.now();
  limitIdle(pooled, msLeft);
  return {
    pooledFor: (route) => {
      const isUnfit = (socket: Duplex): boolean => socket.destroyed || msLeft(socket) <= 0;
      // The timer that closes it may be late when the process is busy; nothing begins on it all the same. It is destroyed
      // first: the agent forgets an idle socket only then, and a request on one that is gone would wait for nobody.
      for (const socket of pooled.freeSockets[nameOf(route)]?.filter(isUnfit) ?? []) {
        socket.destroy();
        socket.emit('agentRemove');
      }
      return pooled;
    },
    fresh,
    rawOf: (socket) => raws.get(socket),
    close: () => {
      pooled.destroy();
      fresh.destroy();
    },
  };
}

// Sockets are an endpoint's own, even where two endpoints share a host, and lead to the host that its URL names now: the
// receiver of a URL that was replaced hears no more.
function nameOf({ endpoint_id, host }: Pick<Route, 'endpoint_id' | 'host'>): string {
  return `${endpoint_id} ${host}`;
}

// Keeps a socket only while it is young and few enough are idle in all. It waits hardly longer than it is young, in whole
// seconds: a timer of its own length for each would cost more than the look at its age before each request.
function limitIdle(agent: https.Agent, msLeft: (socket: Duplex) => number): void {
  const idle = new Set<Duplex>();
  const watched = new WeakSet<Duplex>();
  const keepSocketAlive: (socket: Duplex) => unknown = agent.keepSocketAlive.bind(agent);
  const reuseSocket = agent.reuseSocket.bind(agent);
  agent.keepSocketAlive = (socket) => {
    const left = msLeft(socket);
    if (left <= 0 || idle.size >= IDLE_IN_ALL_MAX || keepSocketAlive(socket) === false) return false;
    const { timeout = 0 } = socket as net.Socket;
    const leftRounded = Math.ceil(left / 1000) * 1000;
    if (timeout === 0 || leftRounded < timeout) (socket as net.Socket).setTimeout(leftRounded);
    if (!watched.has(socket)) socket.once('close', () => idle.delete(socket));
    watched.add(socket);
    idle.add(socket);
    return true;
  };
  agent.reuseSocket = (socket, request) => {
    idle.delete(socket);
    reuseSocket(socket, request);
  };
}
