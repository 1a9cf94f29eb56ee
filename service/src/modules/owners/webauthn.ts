import type * as Webauthn from '@simplewebauthn/server';

/** The library that makes and checks what authenticators sign. It is loaded by whoever needs it first: it is a third of all files
 *  of packages that a start would have to read, and most processes never see a passkey. */
export function webauthn(): Promise<typeof Webauthn> {
  return import('@simplewebauthn/server');
}
