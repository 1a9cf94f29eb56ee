import { forMany } from '../../db/share.ts';
import type { Db } from '../../db/tx.ts';
import type { NoticeCertificates } from '../../rails/rail.ts';

// A provider publishes a new one about once a year.
const READ_MAX = 16;

/** The certificates by which notices turned out to be genuine, for all processes and those that come after. They are read
 *  and written on behalf of every notice that waits for them. */
export function noticeCertificates(db: Db): NoticeCertificates {
  return {
    all: () =>
      forMany(async () => {
        const newestFirst = await db
          .selectFrom('notice_certificates')
          .select(['address', 'pem', 'fetched_at'])
          .orderBy('fetched_at', 'desc')
          .orderBy('address')
          .limit(READ_MAX)
          .execute();
        return newestFirst.toReversed();
      }),
    keep: (certificate) =>
      forMany(async () => {
        await db
          .insertInto('notice_certificates')
          .values(certificate)
          .onConflict((conflict) =>
            conflict
              .column('address')
              .doUpdateSet({ pem: certificate.pem, fetched_at: certificate.fetched_at }),
          )
          .execute();
      }),
    drop: (address) =>
      forMany(async () => {
        await db.deleteFrom('notice_certificates').where('address', '=', address).execute();
      }),
  };
}
