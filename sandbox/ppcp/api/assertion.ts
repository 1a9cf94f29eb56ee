import { sql } from 'kysely';
import { readRecord } from '../../machine/store/records.ts';
import type { Account } from '../shapes/shapes.ts';
import type { Db, Tx } from '../../machine/store/sql.ts';
import type { World } from '../shapes/world.ts';
import { refuse } from '../checks/problem.ts';

const ASSERTION_LENGTH_MAX = 4_096;

/** The seller named by a PayPal-Auth-Assertion, or null without the header. Both base64 alphabets pass,
 *  padded or not. Refuses: INVALID_PARAMETER_SYNTAX when malformed, PERMISSION_DENIED when foreign. */
export async function readAssertion(
  world: World,
  db: Db | Tx,
  header: string | undefined,
): Promise<Account | null> {
  if (header === undefined) return null;
  const claims = parseAssertion(header);
  if (claims.iss !== world.wallet.client_id) refuse('PERMISSION_DENIED');
  const account =
    claims.payer_id === null
      ? await accountByEmail(db, claims.email)
      : await readRecord(db, 'account', claims.payer_id);
  if (account === null || account.consent !== 'granted') refuse('PERMISSION_DENIED');
  return account;
}

function parseAssertion(header: string): { iss: string; payer_id: string | null; email: string } {
  const parts = header.split('.');
  if (header.length > ASSERTION_LENGTH_MAX || parts.length !== 3 || parts[2] !== '') malformed();
  const head = parsePart(parts[0] ?? '');
  const payload = parsePart(parts[1] ?? '');
  if (head['alg'] !== 'none' || typeof payload['iss'] !== 'string') malformed();
  const payer = payload['payer_id'];
  const email = payload['email'];
  if (typeof payer !== 'string' && typeof email !== 'string') malformed();
  return {
    iss: payload['iss'],
    payer_id: typeof payer === 'string' ? payer : null,
    email: typeof email === 'string' ? email : '',
  };
}

function parsePart(part: string): Record<string, unknown> {
  try {
    // node reads both alphabets under the name base64, with or without padding.
    const value: unknown = JSON.parse(Buffer.from(part, 'base64').toString('utf8'));
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    malformed();
  }
  return malformed();
}

function malformed(): never {
  return refuse('INVALID_PARAMETER_SYNTAX', { field: 'PayPal-Auth-Assertion', location: 'header' });
}

async function accountByEmail(db: Db | Tx, email: string): Promise<Account | null> {
  const { rows } = await sql<{ body: Account }>`
    select body from records
    where kind = 'account' and body ->> 'email' = ${email}
    order by seq limit 1`.execute(db);
  return rows[0]?.body ?? null;
}
