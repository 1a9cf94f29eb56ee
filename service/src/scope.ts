import type { Credential, Operation } from '../../wire/operation.ts';

export type { Credential };

/** What admission reads of an operation's row. */
export type Guard = Pick<
  Operation,
  'method' | 'accepts' | 'budget' | 'counted_alone' | 'by_account' | 'permission'
>;

/** What a caller may touch, made from the credential's own record. Every query takes its ids from here, never from
 *  the request. */
export interface ChannelScope {
  readonly kind: 'channel';
  readonly key_id: string;
  readonly channel_id: string;
}

export interface MerchantScope {
  readonly kind: 'merchant';
  readonly via: 'channel_key' | 'merchant_key' | 'dashboard';
  /** The key or user that acts, for budgets and the audit trail. */
  readonly credential_id: string;
  readonly merchant_id: string;
  readonly channel_id: string | null;
  readonly business_name: string;
  readonly payment_provider: string;
}

/** Of an operation whose answer depends on what the merchant is paid into. */
export interface AccountScope extends MerchantScope {
  /** The account that it is paid into on its rail. */
  readonly rail_account_id: string | null;
  readonly wallet_primary_currency: string | null;
}

export interface OperatorScope {
  readonly kind: 'operator';
}

export interface PublicScope {
  readonly kind: 'public';
}

/** A channel's owner, in the short session that manages the owner's passkeys and reaches nothing else. */
export interface OwnerScope {
  readonly kind: 'owner';
  readonly owner_id: string;
  readonly session_id: string;
  /** Whether this session was opened with a passkey, or has registered one. */
  readonly passkey_shown: boolean;
}

/** Who acts by it, for the audit trail. */
export function actorOf(scope: ChannelScope | MerchantScope): string {
  if (scope.kind === 'channel') return `key:${scope.key_id}`;
  return scope.via === 'dashboard' ? `user:${scope.credential_id}` : `key:${scope.credential_id}`;
}

export type Scope = ChannelScope | MerchantScope | AccountScope | OperatorScope | OwnerScope | PublicScope;

/** What a request presents before anything of it is believed. */
export interface Presented {
  bearer: string | null;
  merchant_header: string | null;
  address: string;
  /** For an owner's pages alone: the Cookie header, and what a browser says of who is calling. */
  cookie?: string | null;
  origin?: string | null;
  fetch_site?: string | null;
}

/** Who a credential is of, known before it is judged what it may do. */
export interface Known {
  /** As the audit trail names it. */
  readonly by: string;
  readonly channel_id?: string | null;
  readonly merchant_id?: string | null;
}

/** Decides whether a caller may go on: credential, budget and merchant, in one trip to the database. Throws the
 *  refusal. `know` is told whose the credential is, also where it is refused. The server is handed it, and knows no module. */
export type Admit = (
  operation: Guard & { readonly id: string },
  presented: Presented,
  know?: (caller: Known) => void,
) => Promise<Scope>;
