import type { Operation } from '../http/operations.ts';
import type { Credential } from '../scope.ts';
import type { SecurityScheme } from './openapi.ts';

/** The document's name of each credential. */
export const SCHEME_NAMES = {
  channel: 'channelKey',
  channel_merchant: 'channelKeyWithMerchant',
  merchant: 'merchantKey',
  dashboard: 'dashboardToken',
  operator: 'operatorToken',
  owner: 'ownerSession',
} as const satisfies Record<Credential, string>;

const SCHEMES: Readonly<Record<Credential, string>> = {
  channel: 'A channel key: `Authorization: Bearer sk_…`. The key alone decides which channel acts.',
  channel_merchant:
    'A channel key together with the header `X-Merchant-Id`, which names a merchant of that channel.',
  merchant: "A merchant's own key. It acts for its merchant; no header names another.",
  dashboard: 'The access token of a dashboard user, as signing in answers it.',
  operator: "The operator's token of this deployment.",
  owner: "A channel owner's session of 15 minutes, also taken from its cookie. It operates no channel route.",
};

/** The credentials of the document that some operation accepts. */
export function securitySchemes(operations: readonly Operation[]): Record<string, SecurityScheme> {
  const accepted = new Set(operations.flatMap((operation) => operation.accepts));
  const schemes = Object.entries(SCHEME_NAMES) as [Credential, string][];
  return Object.fromEntries(
    schemes
      .filter(([credential]) => accepted.has(credential))
      .map(([credential, name]) => [
        name,
        { type: 'http', scheme: 'bearer', description: SCHEMES[credential] } as const,
      ]),
  );
}

/** The alternatives of an operation; an empty list says that it takes no credential. */
export function securityOf(operation: Operation): Record<string, readonly string[]>[] {
  return operation.accepts.map((credential) => ({ [SCHEME_NAMES[credential]]: [] }));
}
