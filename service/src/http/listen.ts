import type { FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { ConfigError } from '../lib/settings.ts';

/** Has the server listen, on any free port where it is 0, which nobody can be told before it was found: the address is
 *  answered with it. Where that cannot be, a ConfigError names the setting that says otherwise. */
export async function listenAt(
  app: FastifyInstance,
  at: { host: string; port: number; base_url: string },
): Promise<{ port: number; url: string }> {
  try {
    await app.listen({ host: at.host, port: at.port });
  } catch (error) {
    const why = whyNot(at, (error as NodeJS.ErrnoException).code ?? '');
    throw why === null ? error : new ConfigError(why, { cause: error });
  }
  const { port } = app.server.address() as AddressInfo;
  return { port, url: at.base_url.replace(/:0$/, `:${port}`) };
}

function whyNot({ host, port }: { host: string; port: number }, code: string): string | null {
  switch (code) {
    case 'EADDRINUSE':
      return `PORT is ${port}, where another process listens already.`;
    case 'EACCES':
      return `PORT is ${port}, which this process is not allowed to listen on.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST is ${JSON.stringify(host)}, which is no address of this machine.`;
    default:
      return null;
  }
}
