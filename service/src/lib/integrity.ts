import { createHash } from 'node:crypto';

/** The hash of a file as `integrity` of a page names it. */
export function integrityOf(text: string): string {
  return `sha384-${createHash('sha384').update(text).digest('base64')}`;
}
