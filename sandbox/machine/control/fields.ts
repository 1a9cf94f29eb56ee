import Type, { type TObject, type TProperties, type TSchema } from 'typebox';

const HOLD_MS_MAX = 600_000;

/** An object of these members and no others. */
export const closed = (properties: TProperties): TObject =>
  Type.Object(properties, { additionalProperties: false });

export const optional = <T extends TSchema>(schema: T) => Type.Optional(schema);

/** The same field with its meaning, for who reads the document of the interface. */
export const told = <T extends TSchema>(description: string, schema: T): T =>
  // A spread would lose that a field may be left out, which is kept where nothing enumerates it.
  Object.defineProperties({ description }, Object.getOwnPropertyDescriptors(schema)) as unknown as T;

export const oneOf = (values: readonly string[]) => Type.String({ enum: [...values] });

export const text = (max: number) => Type.String({ minLength: 1, maxLength: max });

export const orNull = (schema: TSchema) => Type.Union([schema, Type.Null()]);

/** A decimal string of at most two decimals. */
export const amount = Type.String({ pattern: '^\\d{1,15}(?:\\.\\d{1,2})?$', maxLength: 32 });

export const milliseconds = Type.Integer({ minimum: 0, maximum: HOLD_MS_MAX });

export const issue = Type.String({ pattern: '^[A-Za-z0-9_]{1,80}$' });

export const emptyBody = closed({});
