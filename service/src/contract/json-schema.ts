import { componentOf, type JsonSchema, type JsonValue } from './openapi.ts';

/** A schema of the wire: JSON Schema and the few words of our own that the validator knows. */
interface WireSchema extends JsonSchema {
  amount?: { positive: boolean; max: string };
  cardless?: object;
  patternProperties?: Record<string, WireSchema>;
}

const ANY_NAME = '^.*$';
const CARDLESS = 'What looks like the number of a card is refused in it.';
const DIGITS = '[0-9]{1,40}(\\.[0-9]{1,40})?';

/** Our formats in the standard's words. What the standard cannot say is said in the description. */
const FORMATS: Readonly<Record<string, JsonSchema>> = {
  country: { pattern: '^[A-Z]{2}$', description: 'An ISO 3166-1 alpha-2 country code.' },
  currency: { pattern: '^[A-Z]{3}$', description: 'An ISO 4217 currency code in use.' },
  'web-url': { format: 'uri', description: 'An absolute http or https address without credentials.' },
  'return-url': {
    format: 'uri',
    description:
      "An absolute https address or one of an app's own scheme; http in a test environment and to this machine.",
  },
  origin: { format: 'uri', description: 'An origin: scheme, host and port, nothing behind.' },
  prose: {},
  'iso-date-time': {
    description: 'An ISO 8601 date, or a date and time. Without a zone it is UTC.',
  },
};

export interface Publisher {
  /** A schema of the wire as the document shows it; `owner` is the way to it within a component. */
  publish(schema: object, owner?: string | null): JsonSchema;
  /** The components that were referred to, in the order of their names. */
  components(): Record<string, JsonSchema>;
}

interface PublisherOptions {
  /** Component names by the text of the schema. */
  names: ReadonlyMap<string, string>;
  /** What a field means, in words; null where the schema says so itself. `owner` is a component, or the way to an object
   *  within one: `Difference.ours`. */
  noteOf(owner: string | null, field: string): string | null;
}

/** Turns the schemas that validate into standard JSON Schema 2020-12. A shape with a name becomes a component
 *  and is referred to wherever it occurs; null is a member of the type and never a keyword of its own. */
export function publisher(options: PublisherOptions): Publisher {
  const used = new Map<string, JsonSchema>();
  const publish = (schema: object, owner: string | null = null): JsonSchema => {
    const wire = schema as WireSchema;
    const name = options.names.get(JSON.stringify(wire));
    if (name !== undefined) return refer(name, wire);
    const bare = withoutNull(wire);
    const bareName = bare && options.names.get(JSON.stringify(bare));
    if (bareName) return { anyOf: [refer(bareName, bare), { type: 'null' }] };
    return shapeOf(wire, owner, parts);
  };
  const refer = (name: string, schema: WireSchema): JsonSchema => {
    if (!used.has(name)) {
      used.set(name, {});
      used.set(name, { title: name, ...shapeOf(schema, name, parts) });
    }
    return { $ref: `#/components/schemas/${name}` };
  };
  const parts: Parts = { publish, noteOf: options.noteOf };
  const components = () => Object.fromEntries([...used].sort(([one], [other]) => (one < other ? -1 : 1)));
  return { publish, components };
}

interface Parts {
  publish(schema: object, owner: string | null): JsonSchema;
  noteOf: PublisherOptions['noteOf'];
}

function shapeOf(schema: WireSchema, owner: string | null, parts: Parts): JsonSchema {
  const {
    amount,
    cardless,
    format,
    patternProperties,
    properties,
    items,
    anyOf,
    additionalProperties,
    ...plain
  } = schema;
  const record = patternProperties?.[ANY_NAME];
  return {
    ...plain,
    ...(format === undefined ? {} : (FORMATS[format] ?? { format })),
    ...(plain.description === undefined ? {} : { description: plain.description }),
    ...(format === 'prose' || cardless !== undefined
      ? { description: [plain.description, CARDLESS].filter(Boolean).join(' ') }
      : {}),
    ...(amount === undefined ? {} : amountShape(amount)),
    ...(properties === undefined
      ? {}
      : { properties: propertiesOf({ ...schema, properties }, owner, parts) }),
    ...(items === undefined ? {} : { items: parts.publish(items, owner) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map((one) => parts.publish(one, owner)) }),
    ...(additionalProperties === undefined ? {} : { additionalProperties }),
    ...(record === undefined ? {} : { additionalProperties: parts.publish(record, owner) }),
  };
}

function propertiesOf(
  { properties, required = [] }: WireSchema & { properties: Record<string, JsonSchema> },
  owner: string | null,
  parts: Parts,
): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(properties).map(([field, schema]) => {
      // Generators take a field with a default for one that is always there, so that a request could not leave it out:
      // what is optional tells its default in words.
      const { default: absent, ...bare } = parts.publish(schema, owner === null ? null : `${owner}.${field}`);
      const isTold = absent !== undefined && !required.includes(field);
      const published = absent === undefined || isTold ? bare : { ...bare, default: absent };
      const said = componentOf(published) === null ? published.description : undefined;
      const instead = isTold ? `\`${JSON.stringify(absent)}\` when left out.` : null;
      const description = [parts.noteOf(owner, field), said, instead].filter(Boolean).join(' ');
      return [field, description === '' ? published : { ...published, description }];
    }),
  );
}

// The bounds hold for a number; a text is held to its grammar here, and to the bounds by the service.
function amountShape(amount: { positive: boolean; max: string }): JsonSchema {
  const least = amount.positive ? 'greater than 0' : 'at least 0';
  return {
    ...(amount.positive ? { exclusiveMinimum: 0 } : { minimum: 0 }),
    maximum: Number(amount.max),
    pattern: amount.positive ? `^(?=.*[1-9])${DIGITS}$` : `^${DIGITS}$`,
    description:
      `A decimal amount, ${least} and at most ${amount.max}: a JSON number, or digits with an optional ` +
      "fraction. Digits beyond the currency's own must be zeros.",
  };
}

// The same schema without its null, or null when it never had one.
function withoutNull(schema: WireSchema): WireSchema | null {
  if (!Array.isArray(schema.type) || !schema.type.includes('null')) return null;
  const types = (schema.type as string[]).filter((type) => type !== 'null');
  const values = schema.enum?.filter((value: JsonValue) => value !== null);
  return {
    ...schema,
    type: types.length === 1 ? types[0]! : types,
    ...(values === undefined ? {} : { enum: values }),
  };
}
