/** Ids as the service makes them, of the last hour: they begin with the time, and partitions go by them. A kind keeps those
 *  of different tables apart. */
export const MAKE_IDS = `
  create function pg_temp.id(kind int, i bigint) returns uuid language sql as $$
    select (lpad(to_hex((extract(epoch from now()) * 1000)::bigint - 3600000 + i), 12, '0')
      || '7' || lpad(to_hex(kind), 3, '0') || '8' || lpad(to_hex(i), 15, '0'))::uuid $$`;

const KINDS = {
  channel: 1,
  merchant: 2,
  owner: 3,
  endpoint: 4,
  event: 5,
  transaction: 6,
  setup: 7,
  token: 8,
  user: 9,
  session: 10,
  dispute: 12,
  other: 11,
  statement: 13,
  account: 12,
  compared: 14,
} as const;

/** The id of one of a kind, by the number that is in force. */
export const id = (kind: keyof typeof KINDS, i = 'i') => `pg_temp.id(${KINDS[kind]}, ${i})`;
