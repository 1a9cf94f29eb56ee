import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { enveloped, opened } from './frame-messages.ts';

interface Described {
  properties: Record<string, { const?: unknown; enum?: unknown[]; type?: string; pattern?: string }>;
}

const published = JSON.parse(
  readFileSync(new URL('../../docs/frame-messages.schema.json', import.meta.url), 'utf8'),
) as { $defs: Record<string, Described> };
const fits = new Ajv2020().compile(published);

/** Anything that the published schema allows. */
const described = fc.oneof(
  ...Object.values(published.$defs).map(({ properties }) =>
    fc.record(Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, valueOf(of)]))),
  ),
);

function valueOf({ const: only, enum: values, type, pattern }: Described['properties'][string]) {
  if (only !== undefined) return fc.constant(only);
  if (values !== undefined) return fc.constantFrom(...values);
  if (type === 'integer') return fc.nat();
  return pattern === undefined ? fc.string({ minLength: 1 }) : fc.stringMatching(new RegExp(pattern));
}

it('what is published is understood, whatever it holds', () => {
  fc.assert(
    fc.property(described, (message) => {
      expect(fits(message)).toBe(true);
      expect(opened(structuredClone(message))).toEqual(message);
    }),
  );
});

it('one member changed it is understood or passed over, and never thrown at', () => {
  fc.assert(
    fc.property(described, fc.string(), fc.anything(), (message, name, value) => {
      const changed: unknown = { ...message, [name]: value };
      const isOfOurs = (changed as { source?: unknown }).source === 'fairway';
      const read = opened(changed);
      expect(read === null || read === 'other version' || read === changed).toBe(true);
      if (!isOfOurs) expect(read).toBe(null);
    }),
  );
});

it('a message comes out as it went in, and is one that is published', () => {
  const message = { type: 'approve', sessionId: 'cs_1', orderId: 'O1', captureId: 'C1' } as const;
  const posted = enveloped(message);
  expect(opened(structuredClone(posted))).toMatchObject(message);
  expect(fits(posted)).toBe(true);
});

it('a version that is not spoken is told from what is none of ours', () => {
  expect(opened({ ...enveloped({ type: 'cancel' }), version: 2 })).toBe('other version');
  expect(opened({ ...enveloped({ type: 'cancel' }), type: 'unheard of' })).toBe(null);
  expect(opened({ ...enveloped({ type: 'cancel' }), source: 'somebody' })).toBe(null);
});

it('whatever else is posted is passed over', () => {
  fc.assert(fc.property(fc.anything(), (posted) => opened(posted) === null));
});
