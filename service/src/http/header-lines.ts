import type { IncomingMessage } from 'node:http';

/** How many lines of a request's head bear a name, given in small letters. What Node makes of several depends on the name: it takes the
 *  first, or joins them. */
export function countLines({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, name: string): number {
  let lines = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const own = rawHeaders[at]!;
    if (own.length === name.length && own.toLowerCase() === name) lines += 1;
  }
  return lines;
}
