import type { Static, TSchema } from 'typebox';
import type { EVENTS } from '../../wire/events/registry.ts';
import type { Operation } from '../../wire/operation.ts';
import { OPERATIONS } from '../../wire/operations.ts';
import type { Call, CallRow, Paged } from './shapes.ts';

// The contract as the client needs it, inferred from the rows of the wire. What is packed has a file of this name that is
// printed from the published contract, with its words and without the wire; a test holds that the two are one.

type Rows = typeof OPERATIONS;

/** What a channel, a merchant, a buyer's page or an operator may call. Providers bring their notices by themselves. */
export type OperationId = Exclude<keyof Rows, 'notices.receive' | 'notices.sms'>;

type Part<Id extends OperationId, K extends 'params' | 'query' | 'body'> =
  Rows[Id] extends Record<K, infer S extends TSchema> ? Static<S> : unknown;

type Flat<T> = { [Key in keyof T]: T[Key] };

/** What each operation takes: the fields of path, query and body together. */
export type Requests = {
  [Id in OperationId]: Flat<Part<Id, 'params'> & Part<Id, 'query'> & Part<Id, 'body'>>;
};

/** What each operation answers. */
export type Answers = {
  [Id in OperationId]: Rows[Id]['responses'] extends Readonly<Record<number, infer S extends TSchema>>
    ? Static<S>
    : never;
};

/** What `data.object` of each type of event holds. */
export type EventObjects = { [Type in keyof typeof EVENTS]: Static<(typeof EVENTS)[Type]['object']> };

/** The names of refusals that operations declare. */
export type KnownCode = Rows[OperationId] extends infer Row
  ? Row extends { refusals: readonly (infer Name extends string)[] }
    ? Name
    : never
  : never;

type IsPaged<Id extends OperationId> =
  Extract<'offset' | 'cursor', keyof Part<Id, 'query'>> extends never ? false : true;

type ItemOf<Answer> = Answer extends readonly (infer Item)[]
  ? Item
  : { [Key in keyof Answer]: Answer[Key] extends readonly (infer Item)[] ? Item : never }[keyof Answer];

type CallOf<Id extends OperationId> = Call<
  Requests[Id],
  IsPaged<Id> extends true ? Paged<Answers[Id], ItemOf<Answers[Id]>> : Promise<Answers[Id]>
>;

type Camel<Text extends string> = Text extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Text;

type Below<Prefix extends string, Id = OperationId> = Id extends `${Prefix}${infer Rest}` ? Rest : never;
type Heads<Rest> = Rest extends `${infer Head}.${string}` ? Head : Rest;

type Tree<Prefix extends string> = {
  [Head in Heads<Below<Prefix>> & string as Camel<Head>]: (`${Prefix}${Head}` extends infer Id extends
    OperationId
    ? CallOf<Id>
    : unknown) &
    Tree<`${Prefix}${Head}.`>;
};

/** Every operation under its name in the published contract: `merchant_endpoints.create` is `merchantEndpoints.create`. */
export type Calls = Tree<''>;

/** What has to be known of each operation to call it. */
export const CALLS: Readonly<Record<string, CallRow>> = Object.fromEntries(
  Object.entries<Operation>(OPERATIONS)
    .filter(([, row]) => row.raw !== true)
    .map(([id, row]) => [id, callRowOf(row)]),
);

function callRowOf(row: Operation): CallRow {
  const takes = (credential: Operation['accepts'][number]) => row.accepts.includes(credential);
  return {
    method: row.method,
    path: row.path,
    body: row.body !== undefined,
    key: row.accepts.length > 0,
    merchant: takes('channel_merchant'),
    keyed: row.takes_idempotency_key === true,
    items: itemsOf(row),
  };
}

// The list in the answer of an operation that is read page by page: null when it is none, '' for an answer that is a list.
function itemsOf({ query, responses }: Operation): string | null {
  const { properties = {} } = (query ?? {}) as { properties?: object };
  if (!('offset' in properties || 'cursor' in properties)) return null;
  const answer = responses[200] as unknown as { type: string; properties?: Record<string, { type: string }> };
  if (answer.type === 'array') return '';
  return Object.entries(answer.properties ?? {}).find(([, field]) => field.type === 'array')?.[0] ?? null;
}
