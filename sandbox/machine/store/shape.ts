/** How a value of a type is written as JSON. It follows from the type, so that one cannot change without the other;
 *  `anything` may stand for what a party sent and is kept as it came. */
export type Shape<V> = { kind: 'anything' } | Written<V>;

type Written<V> = unknown extends V
  ? never
  : null extends V
    ? { kind: 'or_null'; of: Shape<Exclude<V, null>> }
    : [V] extends [string]
      ? { kind: 'text' } | (string extends V ? never : { kind: 'word'; words: Readonly<Record<V, unknown>> })
      : [V] extends [number]
        ? { kind: 'number' }
        : [V] extends [boolean]
          ? { kind: 'flag' }
          : V extends readonly (infer E)[]
            ? { kind: 'list'; of: Shape<E> }
            : string extends keyof V
              ? { kind: 'map'; of: Shape<V[keyof V]> }
              : { kind: 'object'; members: Members<V>; fits?: (value: V) => boolean };

type Members<T> = {
  [K in keyof T]-?: T extends Record<K, T[K]>
    ? Shape<T[K]>
    : { kind: 'optional'; of: Shape<Exclude<T[K], undefined>> };
};

/** Any shape, as whoever judges a value by it sees it. */
export type AnyShape =
  | { kind: 'anything' | 'text' | 'number' | 'flag' }
  | { kind: 'word'; words: Readonly<Record<string, unknown>> }
  | { kind: 'or_null' | 'optional' | 'list' | 'map'; of: AnyShape }
  | { kind: 'object'; members: Readonly<Record<string, AnyShape>>; fits?: (value: never) => boolean };

export const anything = { kind: 'anything' } as const;
export const text = { kind: 'text' } as const;
export const number = { kind: 'number' } as const;
export const flag = { kind: 'flag' } as const;
export const orNull = <S>(of: S) => ({ kind: 'or_null', of }) as const;
export const optional = <S>(of: S) => ({ kind: 'optional', of }) as const;
export const list = <S>(of: S) => ({ kind: 'list', of }) as const;
export const mapOf = <S>(of: S) => ({ kind: 'map', of }) as const;
export const words = <const W>(all: W) => ({ kind: 'word', words: all }) as const;
/** An object of these members, which may have to go together. */
export const object = <M, V>(members: M, fits: (value: V) => boolean = () => true) =>
  ({ kind: 'object', members, fits }) as const;

/** Where a value is not written as its shape says, as the path to it; null where it is. More members do no harm, and a
 *  member that may be absent may be null. */
export function misfitOf(shape: AnyShape, value: unknown, at = ''): string | null {
  switch (shape.kind) {
    case 'anything':
      return value === undefined ? at : null;
    case 'text':
      return typeof value === 'string' ? null : at;
    case 'word':
      return typeof value === 'string' && Object.hasOwn(shape.words, value) ? null : at;
    case 'number':
      return typeof value === 'number' ? null : at;
    case 'flag':
      return typeof value === 'boolean' ? null : at;
    case 'or_null':
      return value === null ? null : misfitOf(shape.of, value, at);
    case 'optional':
      return value === undefined || value === null ? null : misfitOf(shape.of, value, at);
    case 'list':
      return Array.isArray(value) ? misfitWithin(Object.entries(value), () => shape.of, at) : at;
    case 'map':
      return isObject(value) ? misfitWithin(Object.entries(value), () => shape.of, at) : at;
    case 'object':
      return isObject(value) ? misfitOfMembers(shape, value, at) : at;
  }
}

function misfitOfMembers(
  { members, fits }: Extract<AnyShape, { kind: 'object' }>,
  value: Record<string, unknown>,
  at: string,
): string | null {
  const named = Object.keys(members).map((name): [string, unknown] => [name, value[name]]);
  const misfit = misfitWithin(named, (name) => members[name]!, at);
  if (misfit !== null) return misfit;
  return fits?.(value as never) === false ? at : null;
}

function misfitWithin(
  entries: readonly (readonly [name: string, value: unknown])[],
  shapeOf: (name: string) => AnyShape,
  at: string,
): string | null {
  for (const [name, value] of entries) {
    const misfit = misfitOf(shapeOf(name), value, `${at}/${name}`);
    if (misfit !== null) return misfit;
  }
  return null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
