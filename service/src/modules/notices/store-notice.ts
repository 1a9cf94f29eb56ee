import { asOneOfMany, forMany } from '../../db/share.ts';
import { type Db, isUnavailable } from '../../db/tx.ts';
import { coalesce } from '../../lib/coalesce.ts';
import { insertNotices, type NewNotice } from './queries.ts';

export type StoreNotice = (notice: NewNotice) => Promise<void>;

type Stored = { isStored: true } | { isStored: false; error: Error };

/** Stores what providers tell: notices that arrive while a statement is under way share the next one. */
export function noticeStore(db: Db): StoreNotice {
  const store = coalesce((notices: readonly NewNotice[]) => forMany(() => storeTogether(db, notices)));
  return async (notice) => {
    const stored = await asOneOfMany(store(notice));
    if (!stored.isStored) throw stored.error;
  };
}

// One that cannot be stored keeps no other from being: each is then stored by itself.
async function storeTogether(db: Db, notices: readonly NewNotice[]): Promise<Stored[]> {
  try {
    await insertNotices(db, notices);
    return notices.map(() => ({ isStored: true }));
  } catch (error) {
    if (isUnavailable(error) || notices.length === 1) throw error;
    return Promise.all(notices.map((notice) => storeOne(db, notice)));
  }
}

async function storeOne(db: Db, notice: NewNotice): Promise<Stored> {
  try {
    await insertNotices(db, [notice]);
    return { isStored: true };
  } catch (error) {
    return { isStored: false, error: error instanceof Error ? error : new Error(String(error)) };
  }
}
