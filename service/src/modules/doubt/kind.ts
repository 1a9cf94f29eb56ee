import type { RawBuilder } from 'kysely';
import type { Ctx } from '../../context.ts';
import type { Tx } from '../../db/tx.ts';

/** What a look at the provider found: that it is settled, or that it is still open and why. `isAnswered` tells whether
 *  the provider said so, or said nothing. */
export type Standing = 'settled' | { isAnswered: boolean; problem?: string };

/** A row of something that was asked of a provider and is not settled. */
export interface OpenRow {
  id: string;
  state: string;
  checks: number;
  created_at: Date;
  last_problem: string | null;
  /** When it was sent or moved last. */
  updated_at: Date;
}

/** Something that is asked of a provider and may stay without an answer. Its table has a row for each, with `state`,
 *  `checks`, `created_at`, `updated_at`, `last_problem` and `next_check_at`, which is null when it is settled, and an
 *  index `<table>_due` of those that are not. */
export interface DoubtKind {
  readonly name: 'capture' | 'charge' | 'refund' | 'saving' | 'dispute_action' | 'text_message';
  readonly table:
    | 'capture_attempts'
    | 'vault_charges'
    | 'refunds'
    | 'vault_setups'
    | 'dispute_actions'
    | 'text_to_pay_requests';
  readonly key: 'id' | 'transaction_id';
  /** What an open row is about, for whoever has to settle it: `transaction_id`, `merchant_id`, `channel_id`,
   *  `amount_cents` and `currency`, of the row `open` and looked up for it alone. */
  readonly about: RawBuilder<unknown>;
  /** The state of a row whose call is under way. */
  readonly asking: string;
  /** Whether a look only reads, which is in no call's way. */
  readonly isReadOnly: boolean;
  /** Finds out what became of one and records it. `held_until` is how long it is the caller's to do so. */
  settle(ctx: Ctx, id: string, held_until: Date): Promise<Standing>;
  /** Records, on the word of a person who has asked the provider, that nothing came of one, and tells whether it has ended so.
   *  What the provider tells of it later still counts. `checks` is how often it had been asked for when the word was given. Null
   *  where the provider can always be asked, or where an operation of its own takes such a word. */
  readonly endByHand: ((tx: Tx, ctx: Ctx, one: Pick<OpenRow, 'id' | 'checks'>) => Promise<boolean>) | null;
  /** From when on it has been in doubt, for how soon it is looked at again. From its creation when left out. */
  sinceOf?(row: OpenRow): Date;
}
