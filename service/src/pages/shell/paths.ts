/** Paths of the pages as a browser asks for them: below whatever path the base address has. They name no
 *  host, so a  page works under each name that leads to it. */
export interface Paths {
  home: string;
  checkout(session: string): string;
  embed(session: string): string;
  returned(session: string): string;
  pay(session: string): string;
  capture(session: string, order: string): string;
  sessionApi(session: string): string;
  activationApi(token: string): string;
  at(path: string): string;
}

export function pathsBelow(baseUrl: string): Paths {
  const prefix = new URL(baseUrl).pathname.replace(/\/+$/, '');
  const checkout = (session: string) => `${prefix}/checkout/${session}`;
  return {
    home: `${prefix}/`,
    checkout,
    embed: (session) => `${prefix}/embed/${session}`,
    returned: (session) => `${checkout(session)}/return`,
    pay: (session) => `${checkout(session)}/pay`,
    capture: (session, order) => `${checkout(session)}/orders/${encodeURIComponent(order)}/capture`,
    sessionApi: (session) => `${prefix}/api/checkout-sessions/${session}`,
    activationApi: (token) => `${prefix}/api/activation/${token}`,
    at: (path) => prefix + path,
  };
}
