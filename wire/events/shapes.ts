import { type TObject, Type } from 'typebox';
import { nullable } from '../shapes.ts';

/** One type of event: everything that is said of it anywhere is made from this row. */
export interface EventDefinition {
  /** The module that raises it. */
  readonly raised_by: string;
  /** Which order it names: that of a session, that of a payment request, or none. */
  readonly order_ids: OrderIds;
  /** When it is raised, and what to make of it. Markdown with `code` only. */
  readonly told: string;
  /** What `data.object` holds. */
  readonly object: TObject;
  /** One such object. */
  readonly example: object;
}

export type OrderIds = keyof typeof ORDER_ID_KEYS;

/** The keys of `data.object` that name an order. They are there, with null where they do not apply, or no keys. */
export const ORDER_ID_KEYS = {
  session: ['external_order_id', 'checkout_session_id'],
  request: ['external_order_id'],
  none: [],
} as const satisfies Record<string, readonly string[]>;

/** The part of a row that every type of a module has alike: who raises it, and which order it names. */
export function from(raised_by: string, order_ids: OrderIds, told: string) {
  return { raised_by, order_ids, told };
}

// What the `data.object` of each type of event holds: required keys are always there, optional ones when there is
// something to say. Receivers take further keys as they come; that we send none is what the tests make sure of.

export const text = (description: string) => Type.String({ description });
export const textOrNull = (description: string) => nullable(text(description));
export const time = (description: string) => Type.String({ format: 'date-time', description });
export const timeOrNull = (description: string) => nullable(time(description));
export const minorUnits = (description: string) => Type.Integer({ minimum: 0, description });
export const flag = (description: string) => Type.Boolean({ description });
export const word = <const T extends readonly string[]>(values: T, description: string) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values], description });
export const nothingYet = (description: string) => Type.Null({ description });
export const currency = Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217.' });

export const of = (type: string) => ({
  description: `\`data.object\` of ${type}. Further fields may be added.`,
});

export const merchant = { merchant_id: text('The merchant it is about, on every event of every type.') };
export const order = {
  external_order_id: textOrNull("The channel's own order number, null when it gave none."),
  checkout_session_id: textOrNull('The session, null where there is none.'),
};
