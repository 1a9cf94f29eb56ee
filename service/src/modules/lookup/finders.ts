import type { Static } from 'typebox';
import type { Lookup } from '../../../../wire/lookup/schemas.ts';
import type { Db } from '../../db/tx.ts';
import { isSessionId, isUuid, uuidOf } from '../../lib/ids.ts';
import { attemptsById } from '../captures/index.ts';
import { transactionOfKey } from '../charges/index.ts';
import { actionsById } from '../dispute-actions/index.ts';
import { disputesAtProvider, disputesById } from '../disputes/index.ts';
import { eventsById } from '../events/index.ts';
import { transactionsAtProvider, transactionsById } from '../payments/index.ts';
import { refundOfKey, refundsNamed } from '../returns/index.ts';
import { sessionsById, sessionsOfReference } from '../sessions/index.ts';
import { subscriptionsById } from '../subscriptions/index.ts';
import { requestOfKey, requestsNamed, requestsOfReference } from '../payment-requests/index.ts';
import { setupsAtProvider, setupsById } from '../vault/index.ts';

/** What somebody named, and whose it is said to be. */
export interface Asked {
  id: string;
  merchant_id: string | undefined;
  /** How many of one kind are found at most. */
  limit: number;
}

/** Something that is known by what was named, and what it belongs to, as far as its own row says. */
interface Named {
  id: string;
  merchant_id: string;
  transaction_id?: string | null;
  checkout_session_id?: string | null;
  /** Of an action on a dispute. */
  dispute_id?: string;
  /** Of an event: what it tells of. */
  about?: string | null;
}

type Found = Static<typeof Lookup>['hits'][number];

export type Hit = Named & Pick<Found, 'kind' | 'found_by' | 'transaction_id' | 'checkout_session_id'>;

/** One way in which something may be known, by the module that keeps it. */
interface Finder extends Pick<Found, 'kind' | 'found_by'> {
  /** Whether what was named can be such an id at all; anything can where it is left out. */
  fits?(id: string): boolean;
  find(db: Db, asked: Asked): Promise<readonly Named[]>;
}

const isEventId = (id: string) => id.startsWith('evt_') && uuidOf(id) !== null;
const OF_NOTHING = { transaction_id: null, checkout_session_id: null };

const BY_ID: readonly Finder[] = [
  { kind: 'session', found_by: 'id', fits: isSessionId, find: (db, { id }) => sessionsById(db, id) },
  { kind: 'transaction', found_by: 'id', fits: isUuid, find: (db, { id }) => transactionsById(db, id) },
  { kind: 'attempt', found_by: 'id', fits: isUuid, find: (db, { id }) => attemptsById(db, id) },
  {
    kind: 'refund',
    found_by: 'id',
    fits: isUuid,
    find: (db, asked) => refundsNamed(db, { ...asked, column: 'id' }),
  },
  { kind: 'dispute', found_by: 'id', fits: isUuid, find: (db, { id }) => disputesById(db, id) },
  { kind: 'answer', found_by: 'id', fits: isUuid, find: (db, { id }) => actionsById(db, id) },
  { kind: 'saving', found_by: 'id', fits: isUuid, find: (db, { id }) => setupsById(db, id) },
  {
    kind: 'payment_request',
    found_by: 'id',
    fits: isUuid,
    find: (db, asked) => requestsNamed(db, { ...asked, column: 'id' }),
  },
  { kind: 'subscription', found_by: 'id', fits: isUuid, find: subscriptionsById },
  { kind: 'dispute', found_by: 'provider_dispute_id', find: disputesAtProvider },
];

const FINDERS: readonly Finder[] = [
  ...BY_ID,
  {
    kind: 'event',
    found_by: 'id',
    fits: isEventId,
    find: async (db, { id }) => (await eventsById(db, uuidOf(id)!)).map((event) => ({ ...event, id })),
  },
  {
    kind: 'transaction',
    found_by: 'provider_order_id',
    find: (db, asked) => transactionsAtProvider(db, { ...asked, column: 'provider_order_id' }),
  },
  {
    kind: 'transaction',
    found_by: 'provider_capture_id',
    find: (db, asked) => transactionsAtProvider(db, { ...asked, column: 'provider_capture_id' }),
  },
  { kind: 'saving', found_by: 'provider_order_id', find: setupsAtProvider },
  {
    kind: 'refund',
    found_by: 'provider_refund_id',
    find: (db, asked) => refundsNamed(db, { ...asked, column: 'provider_refund_id' }),
  },
  {
    kind: 'payment_request',
    found_by: 'provider_invoice_id',
    find: (db, asked) => requestsNamed(db, { ...asked, column: 'provider_invoice_id' }),
  },
  {
    kind: 'session',
    found_by: 'external_order_id',
    find: sessionsOfReference,
  },
  {
    kind: 'payment_request',
    found_by: 'external_order_id',
    find: requestsOfReference,
  },
  // A key is the merchant's own: without the merchant there is none to be found.
  { kind: 'refund', found_by: 'idempotency_key', find: byKey(async (db, of) => refundOfKey(db, of)) },
  {
    kind: 'transaction',
    found_by: 'idempotency_key',
    find: byKey(async (db, of) => {
      const id = await transactionOfKey(db, of);
      return id === null ? undefined : { id, transaction_id: id };
    }),
  },
  {
    kind: 'payment_request',
    found_by: 'idempotency_key',
    find: byKey(async (db, of) => requestOfKey(db, of)),
  },
];

type OfKey = { merchant_id: string; idempotency_key: string };

function byKey(
  find: (db: Db, of: OfKey) => Promise<{ id: string; transaction_id: string | null } | undefined>,
): Finder['find'] {
  return async (db, { id, merchant_id }) => {
    if (merchant_id === undefined) return [];
    const row = await find(db, { merchant_id, idempotency_key: id });
    if (!row) return [];
    return [{ id: row.id, merchant_id, transaction_id: row.transaction_id }];
  };
}

/** Everything that is known by what was named, of the merchant if one is: `limit` of each kind, and one statement at a time, so that
 *  a question takes one connection from those who pay. */
export async function findNamed(db: Db, asked: Asked): Promise<Hit[]> {
  const hits: Hit[] = [];
  for (const hit of await findBy(FINDERS, db, asked)) {
    hits.push(typeof hit.about === 'string' ? await withSubject(db, hit, hit.about) : hit);
  }
  return hits;
}

async function findBy(finders: readonly Finder[], db: Db, asked: Asked): Promise<Hit[]> {
  const { id, merchant_id } = asked;
  const hits: Hit[] = [];
  for (const { kind, found_by, fits, find } of finders) {
    if (fits && !fits(id)) continue;
    const found = await find(db, asked);
    hits.push(...found.map((named) => ({ ...OF_NOTHING, kind, found_by, ...named })));
  }
  return hits.filter((hit) => merchant_id === undefined || hit.merchant_id === merchant_id);
}

// An event belongs to what its subject belongs to.
async function withSubject(db: Db, event: Hit, about: string): Promise<Hit> {
  const { merchant_id } = event;
  const [subject] = await findBy(BY_ID, db, { id: about, merchant_id, limit: 1 });
  if (!subject) return event;
  const { transaction_id, checkout_session_id, kind, id } = subject;
  return { ...event, transaction_id, checkout_session_id, ...(kind === 'dispute' ? { dispute_id: id } : {}) };
}
