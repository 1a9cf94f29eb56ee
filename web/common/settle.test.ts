import { beforeEach, afterEach, describe, expect, it, vi } from 'vitest';
import type { CaptureAnswer, Outcome, SessionAnswer } from './session-api.ts';
import { settlePayment, takePayment, type Waiting } from './settle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const session = (
  status: SessionAnswer['status'],
  payment: string | null,
  provider_capture_id?: string,
): Outcome<SessionAnswer> => ({
  kind: 'ok',
  body: {
    status,
    payment:
      payment === null
        ? null
        : { provider_order_id: 'O1', status: payment, ...(provider_capture_id && { provider_capture_id }) },
  },
});
const refused = (status: number, code?: string): Outcome<never> => ({
  kind: 'refused',
  requestId: null,
  status,
  body: code === undefined ? null : { code },
});
const taken = (status: string, provider_capture_id: string | null): Outcome<CaptureAnswer> => ({
  kind: 'ok',
  body: { order_id: 'O1', status, provider_capture_id },
});
const LOST = { kind: 'lost' } as const;
const OPEN = session('open', 'approved');
const PAID = session('completed', 'captured', 'C1');

/** Answers in turn; the last one goes on. */
function waiting(reads: Outcome<SessionAnswer>[], captures: Outcome<CaptureAnswer>[] = []) {
  const heard: (string | null)[] = [];
  let asked = 0;
  const by: Waiting<SessionAnswer> = {
    read: async () => (reads.length > 1 ? reads.shift()! : reads[0]!),
    capture: async () => {
      asked += 1;
      return captures.length > 1 ? captures.shift()! : captures[0]!;
    },
    awaits: (what) => heard.push(what),
    isWaiting: () => true,
  };
  return { by, heard, asked: () => asked };
}

async function endOf<T>(work: Promise<T>): Promise<T> {
  await vi.runAllTimersAsync();
  return work;
}

describe('taking a payment', () => {
  it('ends with the answer where that is one', async () => {
    expect(await takePayment(waiting([], [taken('captured', 'C1')]).by, 'O1')).toEqual({
      kind: 'paid',
      orderId: 'O1',
      captureId: 'C1',
    });
    expect(await takePayment(waiting([], [refused(402)]).by, 'O1')).toMatchObject({
      kind: 'refused',
      answer: { status: 402 },
    });
  });

  it('waits for the window of its budget, once', async () => {
    const { by, asked } = waiting([PAID], [refused(429), taken('captured', 'C1')]);
    expect(await endOf(takePayment(by, 'O1'))).toMatchObject({ kind: 'paid' });
    expect(asked()).toBe(2);
  });

  it.each([[LOST], [refused(503)], [taken('pending', 'C1')], [refused(409, 'session_capturing')]])(
    'is settled by the session where nobody knows: %j',
    async (answer) => {
      const reads = [session('capturing', 'approved'), session('capturing', 'pending'), PAID];
      const { by, heard } = waiting(reads, [answer]);
      expect(await endOf(takePayment(by, 'O1'))).toMatchObject({ kind: 'paid', captureId: 'C1' });
      expect(heard).toEqual(['unknown', 'pending']);
    },
  );

  it('a refusal for the order stands, unless the session was paid', async () => {
    const stands = waiting([OPEN], [refused(409, 'order_not_approved')]);
    expect(await endOf(takePayment(stands.by, 'O1'))).toMatchObject({ kind: 'refused' });
    expect(stands.asked()).toBe(1);
    const paid = waiting([PAID], [refused(409, 'order_not_capturable')]);
    expect(await endOf(takePayment(paid.by, 'O1'))).toMatchObject({ kind: 'paid' });
  });
});

describe('settling a payment', () => {
  // Each call for a capture in doubt has its quiet time begin anew: a page that waits is to end that doubt, not to keep it.
  it('only reads while its outcome is in doubt, however long', async () => {
    const doubt = session('capturing', 'approved');
    for (const answer of [refused(503), LOST]) {
      const { by, asked } = waiting([...Array.from({ length: 20 }, () => doubt), PAID], [answer]);
      expect(await endOf(takePayment(by, 'O1'))).toEqual({ kind: 'paid', orderId: 'O1', captureId: 'C1' });
      expect(asked()).toBe(1);
      const reloaded = waiting([...Array.from({ length: 20 }, () => doubt), PAID], [answer]);
      await endOf(settlePayment(reloaded.by, 'O1'));
      expect(reloaded.asked()).toBe(0);
    }
  });

  it('asks for an approved one again, three times at most', async () => {
    const { by, asked } = waiting([OPEN], [LOST]);
    expect(await endOf(settlePayment(by, 'O1'))).toMatchObject({ kind: 'open' });
    expect(asked()).toBe(3);
  });

  it('is open when the payment failed, and says of what session', async () => {
    const { by } = waiting([session('expired', 'failed')]);
    expect(await settlePayment(by, null)).toMatchObject({ kind: 'open', session: { status: 'expired' } });
  });

  it('goes on while nothing can be read, and ends by itself', async () => {
    const { by, heard } = waiting([LOST]);
    expect(await endOf(settlePayment(by, 'O1'))).toEqual({ kind: 'unknown' });
    expect(heard).toHaveLength(40);
  });
});
