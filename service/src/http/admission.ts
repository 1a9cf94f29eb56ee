import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { BlockList, isIP, type Socket } from 'node:net';
import type { Presented } from '../scope.ts';
import { countLines } from './header-lines.ts';

const BEARER_MAX = 512;

/** What the request presents. A malformed Authorization header counts as none. */
export function presentedBy(request: FastifyRequest, trusted: BlockList): Presented {
  return {
    bearer: bearerOf(onlyAuthorization(request)),
    merchant_header: textOf(request.headers['x-merchant-id']),
    address: sourceAddress(request, trusted),
    cookie: request.headers.cookie ?? null,
    origin: request.headers.origin ?? null,
    fetch_site: textOf(request.headers['sec-fetch-site']),
  };
}

function textOf(header: string | string[] | undefined): string | null {
  return typeof header === 'string' ? header : null;
}

// Two credentials are none: which of them counts must not depend on who stands between.
function onlyAuthorization(request: FastifyRequest): string | undefined {
  const { authorization } = request.headers;
  if (authorization === undefined) return undefined;
  return countLines(request.raw, 'authorization') === 1 ? authorization : undefined;
}

function bearerOf(authorization: string | undefined): string | null {
  if (!authorization || authorization.length > BEARER_MAX) return null;
  const match = /^bearer +([A-Za-z0-9._~+/=-]+)$/i.exec(authorization);
  return match ? match[1]! : null;
}

/** The address budgets are counted for: the socket's, or behind trusted proxies the last address they did not add;
 *  what cannot be read as an address ends the search. An IPv6 caller owns a whole /64, so that is what is counted. */
function sourceAddress(request: FastifyRequest, trusted: BlockList): string {
  const remote = remoteOf(request.socket, trusted);
  if (!remote.isTrusted) return remote.network;
  const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',');
  let { address } = remote;
  while (isTrusted(trusted, address)) {
    const next = plain(forwarded.pop()?.trim() ?? '');
    if (next === '') break;
    address = next;
  }
  return networkOf(address);
}

/** Who is at the other end of a socket. */
interface Remote {
  address: string;
  /** What is counted for it. */
  network: string;
  /** Whether it is a proxy whose word is believed. */
  isTrusted: boolean;
}

// Read once for each socket: it keeps its other end, and to read an address costs more than to ask for it.
const remotes = new WeakMap<Pick<Socket, 'remoteAddress'>, Remote>();

/** Who is at the other end of a socket, which always belongs to the server that has `trusted`. */
export function remoteOf(socket: Pick<Socket, 'remoteAddress'>, trusted: BlockList): Remote {
  const known = remotes.get(socket);
  if (known) return known;
  const address = plain(socket.remoteAddress ?? '');
  const remote = { address, network: networkOf(address), isTrusted: isTrusted(trusted, address) };
  remotes.set(socket, remote);
  return remote;
}

function isTrusted(trusted: BlockList, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && trusted.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

// One spelling for each address, and IPv4 inside IPv6 as IPv4; empty when it is none. Some proxies add the port.
function plain(written: string): string {
  const address =
    /^\[([^\]]+)\](?::\d{1,5})?$/.exec(written)?.[1] ?? written.replace(/^([\d.]+):\d{1,5}$/, '$1');
  const [withoutZone = ''] = address.split('%');
  return isIP(withoutZone) === 0 ? '' : ipaddr.process(withoutZone).toString();
}

function networkOf(address: string): string {
  return isIP(address) === 6 ? network64(address) : address;
}

function network64(address: string): string {
  return `${ipaddr.IPv6.parse(address).toNormalizedString().split(':').slice(0, 4).join(':')}::/64`;
}

/** Addresses and networks whose X-Forwarded-For is believed. */
export function trustedProxies(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}
