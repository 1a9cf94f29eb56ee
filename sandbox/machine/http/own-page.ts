import type { FastifyRequest } from 'fastify';
import { isIP } from 'node:net';
import { ActRefusal } from '../refusal.ts';
import type { World } from '../world.ts';

/** Whether a page of another site makes the call, as its browser tells. Who is no browser tells nothing. */
export function isFromAnotherSite(request: FastifyRequest): boolean {
  const { origin, host } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const isForeignSite = typeof site === 'string' && site !== 'same-origin' && site !== 'none';
  return isForeignSite || (origin !== undefined && hostOf(origin) !== host);
}

/** Lets a form pass only when a page of this very server sent it. Refuses: another site's form 403. */
export function requireOwnForm(request: FastifyRequest): void {
  if (isFromAnotherSite(request)) throw new ActRefusal(403, 'The form did not come from this sandbox');
}

/** Refuses (403) a name that somebody else may have made to lead here: to a browser its page would be our
 *  own site. An address literal, a name without a dot and the public address cannot be made to. */
export function requireOwnHost(world: World, request: FastifyRequest): void {
  const host = request.headers.host ?? '';
  const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '.';
  const isSafe =
    isIP(name.replace(/^\[|\]$/g, '')) !== 0 || !name.includes('.') || name.endsWith('.localhost');
  if (isSafe || host === hostOf(world.address.url)) return;
  throw new ActRefusal(403, `The sandbox does not go by the name ${name}`);
}

function hostOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).host : null;
}
