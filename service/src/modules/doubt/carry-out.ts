import type { Ctx } from '../../context.ts';
import { onBehalfOfNobody } from '../../db/callers.ts';
import { commitOrDoubt } from '../../db/record-lastingly.ts';
import { isUnavailable, type Tx } from '../../db/tx.ts';
import { whileInTime } from '../../lib/send-in-time.ts';
import type { Unknown, Unreachable } from '../../rails/rail.ts';
import { maySend } from './schedule.ts';

const UNKNOWN = { kind: 'unknown', problem: 'the call failed on our side' } as const;
const UNASKED = 'the database failed before it was sent';

/** What is written down before a provider hears of it. */
export interface Intent {
  /** From then on others may settle it, so it is not sent any more when its answer could come later. */
  readonly held_until: Date;
}

/** Whether a row, read under its lock, is still the one that an intent has written. Where the commit of an intent came to nothing, the
 *  next one may have the same row, and that the first was not sent says nothing of it. */
export function isAsIntended(row: { updated_at: Date }, intended: { updated_at: Date }): boolean {
  return row.updated_at.getTime() === intended.updated_at.getTime();
}

/** What the first transaction decided: to ask the provider, to wait for whoever is asking it, or that there is nothing to
 *  ask, since it was done or is refused. Of the last nothing is committed. */
export type Begun<I, A> =
  { kind: 'ask'; intent: I } | { kind: 'wait'; id: string } | { kind: 'done'; answer: A };

/** A call to a provider that has an effect there: asked once for each intent, and what became of it written down. */
interface Call<I extends Intent, O, A> {
  /** The call itself. It holds no transaction. */
  ask(intent: I): Promise<O>;
  /** The second transaction, which lasts: what the provider answered, and whatever follows. A refusal that a caller reads is
   *  an answer: whatever is thrown is a fault. */
  record(intent: I, outcome: O | Unknown | Unreachable): Promise<A>;
}

interface Undertaking<I extends Intent, O, A> extends Call<I, O, A> {
  /** The first transaction, which decides under locks. A refusal that a caller reads is `done`. */
  begin(tx: Tx): Promise<Begun<I, A>>;
  /** Waits for what somebody else is asking. */
  answerOfOther(id: string): Promise<A>;
}

type Asking = Pick<Ctx, 'db' | 'clock' | 'log'>;

/** Intent, commit, call, record: the one way in which something is asked of a provider that must not be done twice.
 *  However it ends, what has ended is written down as not known at least, so that nobody waits for a call that is no
 *  more. ADR 3. */
export async function carryOut<I extends Intent, O, A>(
  ctx: Asking,
  undertaking: Undertaking<I, O, A>,
): Promise<A> {
  const begun = await commitOrDoubt(ctx.db, (tx) => undertaking.begin(tx), {
    stands: ({ kind }) => kind !== 'done',
    // It may have been committed, and its caller will not call the provider any more.
    inDoubt: async (decided) => {
      if (decided.kind === 'ask')
        await undertaking.record(decided.intent, notSent('the intent was in doubt'));
    },
  });
  switch (begun.kind) {
    case 'done':
      return begun.answer;
    case 'wait':
      return undertaking.answerOfOther(begun.id);
    case 'ask':
      return askAndRecord(ctx, begun.intent, undertaking);
  }
}

/** The call and the record of an intent that is committed. Nothing is sent for an intent that was held for too long, by a
 *  process that slept meanwhile, wherever on its way to the provider it did. */
export async function askAndRecord<I extends Intent, O, A>(
  ctx: Asking,
  intent: I,
  call: Call<I, O, A>,
): Promise<A> {
  const isInTime = () => maySend(intent.held_until, ctx.clock.now());
  let isSent = false;
  const sending = { isInTime, onSend: () => (isSent = true) };
  const asked = isInTime()
    ? whileInTime(sending, () => call.ask(intent))
    : Promise.resolve(notSent('it was not sent in its time'));
  const outcome = await asked.catch((error: unknown) => {
    // What the database did not tell was needed to ask at all.
    const isUnasked = !isSent && isUnavailable(error);
    return fail(ctx, () => call.record(intent, isUnasked ? notSent(UNASKED) : UNKNOWN), error);
  });
  return call.record(intent, outcome).catch((error: unknown) => {
    // What the database did not take yet is being recorded.
    if (isUnavailable(error)) throw error;
    return fail(ctx, () => call.record(intent, UNKNOWN), error);
  });
}

function fail(ctx: Asking, record: () => Promise<unknown>, error: unknown): never {
  ctx.log.error({ event: 'doubt.failed', err: error }, 'asking a provider failed on our side');
  onBehalfOfNobody(record).catch(() => undefined);
  throw error;
}

function notSent(problem: string): Unreachable {
  return { kind: 'unreachable', problem, retry_after_seconds: null };
}
