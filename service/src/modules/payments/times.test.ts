import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moveOf, TRANSACTION_MOVES, type TransactionStatus, type Trigger } from './lifecycle.ts';
import { inOrder } from './times.ts';

const TRIGGERS = [...new Set(TRANSACTION_MOVES.map(([, trigger]) => trigger))];
const SET_BY: Partial<Record<Trigger, 'approved_at' | 'captured_at' | 'refunded_at'>> = {
  buyer_approved: 'approved_at',
  capture_completed: 'captured_at',
  refunded_in_full: 'refunded_at',
};
const created_at = new Date('2026-03-01T12:00:00.714Z');
const NEW = { created_at, approved_at: null, captured_at: null, refunded_at: null };

interface Held {
  created_at: Date;
  approved_at: Date | null;
  captured_at: Date | null;
  refunded_at: Date | null;
}

test('a capture in whole seconds does not lie before the approval of the same second', () => {
  const approved_at = new Date('2026-03-01T12:00:00.900Z');
  const captured_at = new Date('2026-03-01T12:00:00.000Z');
  expect(inOrder({ ...NEW, approved_at }, { captured_at }).captured_at).toEqual(approved_at);
});

test('a time that is in order stays what it is, and what is not changed is not written', () => {
  const captured_at = new Date('2026-03-01T12:00:02.000Z');
  expect(inOrder(NEW, { captured_at })).toEqual({ captured_at });
  expect(inOrder({ ...NEW, captured_at }, {})).toEqual({});
});

test('a time that stands is not moved by an earlier one that is told after it', () => {
  const captured_at = new Date('2026-03-01T12:00:02.000Z');
  const approved_at = new Date('2026-03-01T12:00:05.000Z');
  expect(inOrder({ ...NEW, captured_at }, { approved_at })).toEqual({ approved_at });
});

test('whatever moves a transaction makes and whatever clocks say, its times never run backwards', () => {
  const told = fc.record({
    trigger: fc.constantFrom(...TRIGGERS),
    at: fc.date({ min: new Date('2026-03-01'), max: new Date('2026-03-03'), noInvalidDate: true }),
  });
  fc.assert(
    fc.property(fc.array(told, { maxLength: 12 }), (news) => {
      let held: Held = NEW;
      let status: TransactionStatus = 'created';
      for (const { trigger, at } of news) {
        const move = moveOf(status, trigger);
        if (!move) continue;
        status = move.to;
        const name = SET_BY[trigger];
        if (name) held = { ...held, ...inOrder(held, { [name]: at }) };
        const times = [held.created_at, held.approved_at, held.captured_at, held.refunded_at]
          .filter((time) => time !== null)
          .map((time) => time.getTime());
        expect(times).toEqual(times.toSorted((one, other) => one - other));
      }
    }),
  );
});
