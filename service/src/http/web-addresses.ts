import { isLoopback } from '../lib/own-site.ts';
import { InvalidFields } from '../refusals.ts';

interface GivenAddress {
  loc: (string | number)[];
  address: string | null | undefined;
}

/** Refuses, in a live environment, addresses by which real buyers would be sent, or shown something, over a connection that anybody
 *  may read; this machine is no connection. */
export function checkAddresses(
  { environment }: { environment: 'test' | 'live' },
  given: readonly GivenAddress[],
): void {
  if (environment === 'test') return;
  const open = given.filter(({ address }) => isOpenHttp(address));
  const msg = 'Value error, a live environment takes https addresses';
  if (open.length > 0)
    throw new InvalidFields(
      open.map(({ loc, address }) => ({ type: 'value_error', loc, msg, input: address })),
    );
}

function isOpenHttp(address: string | null | undefined): boolean {
  const url = address ? new URL(address) : null;
  return url?.protocol === 'http:' && !isLoopback(url.hostname);
}
