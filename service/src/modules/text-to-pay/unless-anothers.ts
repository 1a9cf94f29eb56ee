import { breaches } from '../../db/tx.ts';

const IS_ANOTHERS = 'text_to_pay_by_invoice';

/** What is said of such an answer. */
export const OF_ANOTHER = 'the invoice has the id of another';

/** What keeps the id of an invoice answers; null where another request has it, and the provider is not to be believed. */
export async function unlessAnothers<T>(keeping: Promise<T>): Promise<T | null> {
  return keeping.catch((error: unknown) => {
    if (breaches(error, IS_ANOTHERS)) return null;
    throw error;
  });
}
