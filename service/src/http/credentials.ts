import { InvalidFields, UnfitCredentials } from '../refusals.ts';

/** Runs what is asked for with the credentials that stand at `loc`: what is wrong with them is a problem of their members,
 *  told without what was sent. */
export async function withCredentialsAt<T>(loc: readonly string[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UnfitCredentials)) throw error;
    throw new InvalidFields(
      error.problems.map(({ member, ...problem }) => ({
        ...problem,
        loc: member === null ? loc : [...loc, member],
      })),
    );
  }
}
