import fc from 'fast-check';
import { expect, it } from 'vitest';
import { enveloped, opened } from './frame-messages.ts';

it('a message comes out as it went in', () => {
  const message = { type: 'approve', sessionId: 'cs_1', orderId: 'O1', captureId: 'C1' } as const;
  expect(opened(structuredClone(enveloped(message)))).toMatchObject(message);
});

it('a version that is not spoken is told from what is none of ours', () => {
  expect(opened({ ...enveloped({ type: 'cancel' }), version: 2 })).toBe('other version');
  expect(opened({ ...enveloped({ type: 'cancel' }), type: 'unheard of' })).toBe(null);
  expect(opened({ ...enveloped({ type: 'cancel' }), source: 'somebody' })).toBe(null);
});

it('whatever else is posted is passed over', () => {
  fc.assert(fc.property(fc.anything(), (posted) => opened(posted) === null));
});
