import type { TSchema } from 'typebox';

/** The part of a schema that bounds how long lists are; null when it bounds none. A bound says nothing of what is no
 *  list, so that those of alternatives may stand together. */
export function listSizesOf(schema: TSchema): TSchema | null {
  const { anyOf, properties, items, maxItems } = schema as Partial<Parts>;
  const alternatives = (anyOf ?? []).map(listSizesOf).filter((found) => found !== null);
  const members = Object.entries(properties ?? {}).flatMap(([name, member]) => {
    const found = listSizesOf(member);
    return found ? [[name, found] as const] : [];
  });
  const entry = items && listSizesOf(items);
  if (alternatives.length + members.length === 0 && maxItems === undefined && !entry) return null;
  return {
    ...(alternatives.length > 0 && { allOf: alternatives }),
    ...(members.length > 0 && { properties: Object.fromEntries(members) }),
    ...(maxItems !== undefined && { maxItems }),
    ...(entry && { items: entry }),
  };
}

interface Parts {
  anyOf: TSchema[];
  properties: Record<string, TSchema>;
  items: TSchema;
  maxItems: number;
}
