import { type TSchema, Type } from 'typebox';

/** Shorthands for what every resource is made of. Schemas here are types, validation and published contract at once. */

/** A value or null, as one JSON Schema type list, so that a refusal names the type and not the union. */
export function nullable<T extends TSchema>(schema: T) {
  const shape = schema as unknown as { type: string | string[]; enum?: unknown[] };
  const type = [...(Array.isArray(shape.type) ? shape.type : [shape.type]), 'null'];
  const values = shape.enum ? { enum: [...shape.enum, null] } : {};
  return Type.Unsafe<Type.Static<T> | null>({ ...schema, type, ...values });
}

export const closed = { additionalProperties: false } as const;

/** A text that people write or read, in which the number of a card may not stand. */
export function Prose(bounds: { minLength?: number; maxLength?: number; description?: string } = {}) {
  return Type.String({ ...bounds, format: 'prose' });
}

export const Uuid = Type.String({ format: 'uuid' });
export const Email = Type.String({ format: 'email', maxLength: 254 });
export const DateTime = Type.String({ format: 'date-time', description: 'ISO 8601, UTC.' });
export const Country = Type.String({ format: 'country' });
export const Currency = Type.String({ pattern: '^[A-Z]{3}$', format: 'currency' });

/** A decimal amount: a JSON number or a string of digits with an optional fraction. */
export function Amount(bounds: { positive: boolean; max?: string }) {
  return Type.Unsafe<string | number>({
    type: ['number', 'string'],
    amount: { positive: bounds.positive, max: bounds.max ?? '999999.99' },
  });
}

export function page(limits: { default: number; max: number }) {
  return {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.max, default: limits.default })),
    offset: Type.Optional(Type.Integer({ minimum: 0, default: 0, maximum: 1_000_000_000 })),
  };
}

/** The page that is answered to whoever names none. */
export function firstPage({ properties }: { properties: { limit: TSchema; offset: TSchema } }) {
  return { limit: defaultOf(properties.limit), offset: defaultOf(properties.offset) };
}

/** What a number is that was left out. */
export function defaultOf(schema: TSchema): number {
  return (schema as unknown as { default: number }).default;
}

/** The page of a list of the operator's. */
export const OperatorPageQuery = Type.Object(page({ default: 50, max: 200 }), closed);

/** The answer of a list: one page of it, and how many there are in all. */
export function pageOf<T extends TSchema>(item: T) {
  return Type.Object(
    { items: Type.Array(item), total: Type.Integer(), limit: Type.Integer(), offset: Type.Integer() },
    closed,
  );
}

/** A closed list of strings. */
export function oneOf<const T extends readonly string[]>(values: T) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: [...values] });
}
