import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A merchant's own web server, on this machine under another name than the sandbox's, so that frames of the sandbox are of
 *  another site. */
export interface Shop {
  readonly url: string;
  close(): Promise<void>;
}

/** A shop that answers every request with the page as it is then. */
export async function startShop(page: () => string): Promise<Shop> {
  const server = createServer((_incoming, outgoing) => {
    outgoing.setHeader('content-type', 'text/html').end(page());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
