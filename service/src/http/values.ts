import { InvalidFields, UnfitValue } from '../refusals.ts';

/** Runs what is asked for with the value that stands at `loc`: what is wrong with it is a problem of that field, or of its
 *  members. */
export async function withValueAt<T>(loc: readonly string[], work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UnfitValue)) throw error;
    throw new InvalidFields(
      error.problems.map(({ member, type, ...said }) => ({
        ...{ type, loc: member === null ? loc : [...loc, member] },
        ...said,
      })),
    );
  }
}
