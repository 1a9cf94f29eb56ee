import type { TSchema } from 'typebox';
import type { Tag } from './tags.ts';

/** Who may call an operation. `channel` is a channel key alone, `channel_merchant` one with X-Merchant-Id; an empty
 *  list is a call without credential, budgeted by source address. */
export type Credential = 'channel' | 'channel_merchant' | 'merchant' | 'dashboard' | 'operator' | 'owner';

/** One operation: everything that is said of it anywhere is made from this row. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT';
  readonly path: string;
  readonly accepts: readonly Credential[];
  /** Calls per minute for each credential, or for each source address when there is none. */
  readonly budget: number;
  /** Each process counts these calls by itself, without the database: what keeps a flood out, where exactness is nobody's need. */
  readonly counted_alone?: boolean;
  /** The answer depends on the account that the merchant is paid into, so admission reads that too. It is in nobody else's way. */
  readonly by_account?: true;
  readonly tag: Tag;
  /** A dashboard user needs this permission; an operation that takes one names one. */
  readonly permission?: string;
  readonly summary: string;
  /** What the summary and the fields do not say. Markdown with `code` only. */
  readonly notes: string;
  /** What a parameter means, where it is more than one of its name means elsewhere. */
  readonly parameter_notes?: Readonly<Record<string, string>>;
  readonly params?: TSchema;
  readonly query?: TSchema;
  /** Absent: the operation takes no body, and one that is sent must be an empty object. */
  readonly body?: TSchema;
  /** A request without body counts as this value. */
  readonly body_when_absent?: unknown;
  /** The body is not read: the handler has its bytes. */
  readonly raw?: boolean;
  /** What is sent is a form and no JSON, which none but a raw operation takes. */
  readonly takes_form?: boolean;
  /** A good body, where no recording has one and the plainest would not do. */
  readonly example?: object;
  /** The handler reads the header Idempotency-Key. */
  readonly takes_idempotency_key?: boolean;
  /** What this operation refuses, by name, beyond what follows from its credentials, fields and transport. */
  readonly refusals?: readonly string[];
  /** The statuses of success, and what each answers. */
  readonly responses: Readonly<Record<number, TSchema>>;
  /** It answers as a table too, where the header Accept asks for `text/csv`: what stands in it. */
  readonly csv?: string;
  /** A live deployment refuses it, and so leaves it out of the contract that it publishes. */
  readonly test_only?: boolean;
}

export type Operations = Readonly<Record<string, Operation>>;

export const CHANNEL = ['channel'] as const;
export const CHANNEL_FOR_MERCHANT = ['channel_merchant'] as const;
export const MERCHANT = ['merchant'] as const;
export const FOR_MERCHANT = ['merchant', 'channel_merchant'] as const;
export const DASHBOARD_OR_FOR_MERCHANT = ['dashboard', 'merchant', 'channel_merchant'] as const;
export const OWNER = ['owner'] as const;
export const ANYONE = [] as const;

/** What the rows of the operator have alike. Their budget is that of an operation that has none of its own. */
export const BY_OPERATOR = { accepts: ['operator'], budget: 600, tag: 'Operator' } as const;
/** What a rehearsal in a test deployment calls in a loop. */
export const REHEARSAL_BUDGET = 6_000;
