import type { Static, TSchema } from 'typebox';
import type { OperationId, OPERATIONS } from './operations.ts';
import type {
  AccountScope,
  ChannelScope,
  MerchantScope,
  OperatorScope,
  OwnerScope,
  PublicScope,
  Scope,
} from '../scope.ts';

/** A request after admission and validation. */
export interface Call<S extends Scope, P, Q, B> {
  readonly scope: S;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The caller's source address, behind trusted proxies the forwarded one. */
  readonly address: string;
  readonly raw_body: Buffer | null;
  /** Whether the caller is still there to hear the answer, as far as the connection tells. */
  readonly isHeard: () => boolean;
}

export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Route {
  readonly operation: OperationId;
  readonly handle: (call: Call<Scope, never, never, never>, read?: never) => Promise<Reply>;
  /** What is read while the caller is admitted. */
  readonly readAhead?: (params: never) => Promise<unknown>;
}

type Rows = typeof OPERATIONS;

type In<Id extends OperationId, K extends 'params' | 'query' | 'body'> =
  Rows[Id] extends Record<K, infer S extends TSchema> ? Static<S> : undefined;

/** Who calls, by the credentials that the operation accepts: admission makes the one of the other. */
interface ScopeOf {
  channel: ChannelScope;
  channel_merchant: MerchantScope;
  merchant: MerchantScope;
  dashboard: MerchantScope;
  operator: OperatorScope;
  owner: OwnerScope;
}
type CallerOf<Id extends OperationId> = Rows[Id]['accepts'] extends readonly []
  ? PublicScope
  : WithAccount<Rows[Id], ScopeOf[Rows[Id]['accepts'][number]]>;
type WithAccount<Row, S> = S extends MerchantScope
  ? Row extends { by_account: true }
    ? AccountScope
    : S
  : S;

type Handler<Id extends OperationId> = (
  call: Call<CallerOf<Id>, In<Id, 'params'>, In<Id, 'query'>, In<Id, 'body'>>,
) => Promise<Reply>;

/** What answers an operation. Its caller, its fields and its body are of the types that the operation's row says. */
export function route<Id extends OperationId>(operation: Id, handle: Handler<Id>): Route {
  return { operation, handle: handle as unknown as Route['handle'] };
}

/** What answers an operation of anybody's from what it reads by the path alone. That is read while the caller is admitted,
 *  and told to those who are: it changes nothing, and is not read for calls that come on and on beyond their budget. */
export function readingRoute<Id extends OperationId, T>(
  operation: Id,
  read: (params: In<Id, 'params'>) => Promise<T>,
  answer: (found: T) => Reply,
): Route {
  const handle = async (_call: unknown, found: T) => answer(found);
  return { operation, handle: handle as unknown as Route['handle'], readAhead: read };
}

/** The headers of an answer that is JSON as it stands already, and of a table. */
export const AS_JSON = { 'content-type': 'application/json; charset=utf-8' } as const;
export const AS_CSV = { 'content-type': 'text/csv; charset=utf-8; header=present' } as const;

export function ok(body: unknown): Reply {
  return { status: 200, body };
}

export function created(body: unknown): Reply {
  return { status: 201, body };
}
