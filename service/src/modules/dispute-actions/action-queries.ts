import type { Db, RowOf, Tx } from '../../db/tx.ts';
import { wayOf } from '../../lib/lifecycle.ts';
import type { DisputeActionName, DisputeAction } from '../../rails/rail.ts';
import type { RefusalName } from '../../refusals.ts';
import { DISPUTE_ACTION_MOVES, type DisputeActionTrigger, OPEN } from './lifecycle.ts';

const COLUMNS = [
  'id',
  'dispute_id',
  'merchant_id',
  'action',
  'body',
  'fingerprint',
  'shown_before',
  'shown_alike_before',
  'actor',
  'state',
  'refusal',
  'problem_code',
  'is_told',
  'created_at',
  'updated_at',
] as const;

/** What is known of columns beyond their types. */
interface Known {
  action: DisputeActionName;
  body: DisputeAction;
  refusal: RefusalName | null;
}

export type ActionRow = Omit<RowOf<'dispute_actions', (typeof COLUMNS)[number]>, keyof Known> & Known;

// What JSON holds, and words that no constraint lists, are known here alone.
const actions = (db: Db) => db.selectFrom('dispute_actions').select(COLUMNS).$castTo<ActionRow>();

export async function insertAction(
  tx: Tx,
  action: Omit<ActionRow, 'state' | 'refusal' | 'problem_code' | 'is_told' | 'updated_at'> & {
    next_check_at: Date;
  },
): Promise<ActionRow> {
  const row = await tx
    .insertInto('dispute_actions')
    .values({
      ...action,
      body: JSON.stringify(action.body),
      state: 'sending',
      is_told: false,
      updated_at: action.created_at,
    })
    .returning(COLUMNS)
    .$castTo<ActionRow>()
    .executeTakeFirstOrThrow();
  return row;
}

/** What is asked of a dispute at the moment and not settled. The caller has locked the dispute. Index:
 *  one_open_action_per_dispute. */
export async function openActionOf(tx: Tx, disputeId: string): Promise<ActionRow | undefined> {
  return actions(tx).where('dispute_id', '=', disputeId).where('state', 'in', OPEN).executeTakeFirst();
}

/** The last time the same action was taken on a dispute. Index: dispute_actions_by_dispute. */
export async function lastTaken(
  tx: Tx,
  { dispute_id, fingerprint }: Pick<ActionRow, 'dispute_id' | 'fingerprint'>,
): Promise<ActionRow | undefined> {
  return actions(tx)
    .where('dispute_id', '=', dispute_id)
    .where('fingerprint', '=', fingerprint)
    .where('state', '=', 'done')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function readAction(db: Db, id: string): Promise<ActionRow | undefined> {
  return actions(db).where('id', '=', id).executeTakeFirst();
}

export async function lockAction(tx: Tx, id: string): Promise<ActionRow | undefined> {
  return actions(tx).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Notes that an action that was taken is no news to whoever took it. */
export async function markTold(db: Db, id: string): Promise<void> {
  await db.updateTable('dispute_actions').set({ is_told: true }).where('id', '=', id).execute();
}

/** Moves an action that the caller has locked by its table of moves. Throws when it is in no state that the trigger
 *  leaves. */
export async function moveAction(
  tx: Tx,
  id: string,
  by: {
    trigger: DisputeActionTrigger;
    next_check_at: Date | null;
    updated_at: Date;
    refusal?: RefusalName;
    problem_code?: string;
    last_problem?: string;
  },
): Promise<void> {
  const { trigger, ...set } = by;
  const { from, to } = wayOf(DISPUTE_ACTION_MOVES, trigger);
  const moved = await tx
    .updateTable('dispute_actions')
    .set({ ...set, state: to })
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst();
  if (moved.numUpdatedRows !== 1n) throw new Error(`dispute action ${id} cannot be moved by ${trigger}`);
}
