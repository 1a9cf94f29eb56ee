import { connect, createServer, type Server, type Socket } from 'node:net';

const HOST = '127.0.0.1';

/** A door in front of a server on loopback, which fails as networks do. */
export interface TcpProxy {
  readonly port: number;
  /** Connections that are open now. */
  open(): number;
  /** Everything goes through again, what was held back first. */
  pass(): Promise<void>;
  /** Ends every open connection towards both sides: as an orderly end, or by a reset. Tells how many there were. */
  cut(how: 'fin' | 'rst'): number;
  /** Not a byte goes through in either direction and nothing is closed; who connects is accepted and hears nothing. */
  freeze(): void;
  /** Nobody listens: open connections are reset, who connects is refused. */
  refuse(): Promise<void>;
  /** Every piece goes through this much later, in each direction. */
  delay(ms: number): void;
  /** Who connects from now on is led to this port: a server that was started again may have another. */
  leadTo(port: number): void;
  close(): Promise<void>;
}

interface Pair {
  client: Socket;
  upstream: Socket | null;
}

interface State {
  upstreamPort: number;
  pairs: Set<Pair>;
  isFrozen: boolean;
  delayMs: number;
}

/** Starts a proxy on a free port of loopback, in front of another port of loopback. */
export async function startTcpProxy(upstreamPort: number): Promise<TcpProxy> {
  const state: State = { upstreamPort, pairs: new Set(), isFrozen: false, delayMs: 0 };
  const server = createServer({ noDelay: true, pauseOnConnect: true }, (client) => accept(client, state));
  const port = await listen(server, 0);
  const cut = (how: 'fin' | 'rst') => {
    const open = [...state.pairs];
    for (const pair of open) cutPair(pair, how);
    return open.length;
  };
  const refuse = async () => {
    if (server.listening) await stopListening(server, () => cut('rst'));
  };
  return {
    port,
    open: () => state.pairs.size,
    pass: async () => {
      Object.assign(state, { isFrozen: false, delayMs: 0 });
      for (const pair of state.pairs) thaw(pair, state);
      if (!server.listening) await listen(server, port);
    },
    cut,
    freeze: () => {
      state.isFrozen = true;
      for (const { client, upstream } of state.pairs) {
        client.pause();
        upstream?.pause();
      }
    },
    refuse,
    delay: (ms) => {
      state.delayMs = ms;
    },
    leadTo: (upstream) => {
      state.upstreamPort = upstream;
    },
    close: refuse,
  };
}

function accept(client: Socket, state: State): void {
  const pair: Pair = { client, upstream: null };
  state.pairs.add(pair);
  watch(client, pair, state);
  if (!state.isFrozen) join(pair, state);
}

function join(pair: Pair, state: State): void {
  const upstream = connect({ port: state.upstreamPort, host: HOST, noDelay: true });
  pair.upstream = upstream;
  watch(upstream, pair, state);
  relay(pair.client, upstream, state);
  relay(upstream, pair.client, state);
}

// A side that is gone takes the other with it, but not before what it said has been passed on.
function watch(socket: Socket, pair: Pair, state: State): void {
  socket.on('error', () => undefined);
  socket.on('close', () => {
    state.pairs.delete(pair);
    const other = socket === pair.client ? pair.upstream : pair.client;
    if (other && !other.destroyed) other.destroySoon();
  });
}

// Not `pipe`, which would by itself resume what a freeze has paused.
function relay(from: Socket, to: Socket, state: State): void {
  const late: (Buffer | null)[] = [];
  const pass = (piece: Buffer | null) => {
    if (to.writable) void (piece === null ? to.end() : to.write(piece));
  };
  const take = (piece: Buffer | null) => {
    if (state.delayMs === 0 && late.length === 0) return pass(piece);
    late.push(piece);
    setTimeout(() => pass(late.shift()!), state.delayMs);
  };
  from.on('data', take);
  from.on('end', () => take(null));
  if (state.isFrozen) from.pause();
  else from.resume();
}

function thaw(pair: Pair, state: State): void {
  if (!pair.upstream) return join(pair, state);
  pair.client.resume();
  pair.upstream.resume();
}

function cutPair({ client, upstream }: Pair, how: 'fin' | 'rst'): void {
  if (how === 'rst') {
    client.resetAndDestroy();
    upstream?.resetAndDestroy();
    return;
  }
  client.destroySoon();
  upstream?.destroySoon();
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

// The listening ends at once; the promise of a server ends with its last connection, hence the cut.
function stopListening(server: Server, cut: () => void): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    cut();
  });
}
