import type { Static, TSchema } from 'typebox';
import type { RefusalName } from '../refusals.ts';
import type { OperationId } from './operations.ts';
import type { ChannelScope, MerchantScope, OperatorScope, OwnerScope, PublicScope, Scope } from '../scope.ts';

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
}

export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Schemas {
  params?: TSchema;
  query?: TSchema;
  /** Absent: the operation takes no body, and one that is sent must be an empty object. */
  body?: TSchema;
  /** A request without body counts as this value. */
  body_when_absent?: unknown;
  /** The body is not read: the handler has its bytes. */
  raw?: boolean;
  summary: string;
  /** What this operation refuses beyond what follows from its credentials, fields and transport. */
  refusals?: readonly RefusalName[];
  /** The handler reads the header Idempotency-Key. */
  takes_idempotency_key?: boolean;
  responses: Readonly<Record<number, TSchema>>;
}

export interface Route {
  readonly operation: OperationId;
  readonly schemas: Schemas;
  readonly handle: (call: Call<Scope, never, never, never>) => Promise<Reply>;
}

type In<S extends Schemas, K extends 'params' | 'query' | 'body'> = S[K] extends TSchema
  ? Static<S[K]>
  : undefined;

type Handler<C extends Scope, S extends Schemas> = (
  call: Call<C, In<S, 'params'>, In<S, 'query'>, In<S, 'body'>>,
) => Promise<Reply>;

/** A route whose caller is a channel. */
export function channelRoute<S extends Schemas>(
  operation: OperationId,
  schemas: S,
  handle: Handler<ChannelScope, S>,
): Route {
  return { operation, schemas, handle: handle as unknown as Route['handle'] };
}

/** A route whose caller acts for one merchant, by whichever credential its operation accepts. */
export function merchantRoute<S extends Schemas>(
  operation: OperationId,
  schemas: S,
  handle: Handler<MerchantScope, S>,
): Route {
  return { operation, schemas, handle: handle as unknown as Route['handle'] };
}

/** A route whose caller is a channel or a merchant by itself, whichever its operation accepts. */
export function tenantRoute<S extends Schemas>(
  operation: OperationId,
  schemas: S,
  handle: Handler<ChannelScope | MerchantScope, S>,
): Route {
  return { operation, schemas, handle: handle as unknown as Route['handle'] };
}

/** A route for the operator. */
export function operatorRoute<S extends Schemas>(
  operation: OperationId,
  schemas: S,
  handle: Handler<OperatorScope, S>,
): Route {
  return { operation, schemas, handle: handle as unknown as Route['handle'] };
}

/** A route for a channel's owner, in the owner's own session. */
export function ownerRoute<S extends Schemas>(
  operation: OperationId,
  schemas: S,
  handle: Handler<OwnerScope, S>,
): Route {
  return { operation, schemas, handle: handle as unknown as Route['handle'] };
}

/** A route without credential: an id in its path is the capability. */
export function publicRoute<S extends Schemas>(
  operation: OperationId,
  schemas: S,
  handle: Handler<PublicScope, S>,
): Route {
  return { operation, schemas, handle: handle as unknown as Route['handle'] };
}

export function ok(body: unknown): Reply {
  return { status: 200, body };
}

export function created(body: unknown): Reply {
  return { status: 201, body };
}
