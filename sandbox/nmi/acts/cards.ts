import { isCardNumber, schemeOf } from '../../machine/gateways/cards.ts';
import { randomBytes } from 'node:crypto';
import { insertRecord, lockRecord, putRecord, readRecord } from '../../machine/store/records.ts';
import type { Db, Tx } from '../../machine/store/sql.ts';
import type { Card, CardOutcome, PaymentToken } from '../shapes/kinds.ts';
import { NmiRefusal } from '../shapes/reply.ts';
import { later, type NmiWorld } from '../shapes/world.ts';

export const TOKEN_OUTCOMES: readonly CardOutcome[] = ['approved', 'declined', 'error'];

const TOKEN_SECONDS = 86_400;
const TEST_TOKEN = '00000000-000000-000000-000000000000';

/** Card numbers of which something else than a payment comes. */
const OUTCOMES: ReadonlyMap<string, CardOutcome> = new Map([
  ['4000000000000002', 'declined'],
  ['4000000000000119', 'error'],
]);

/** A card of which so much comes. */
export function testCard(outcome: CardOutcome): Card {
  return { type: 'visa', bin: '411111', last4: '1111', exp: '1240', outcome };
}

/** What is kept of a card that was entered, or null when it is none. */
export function readCard(number: string, exp: string): Card | null {
  const isCard = isCardNumber(number) && /^(?:0[1-9]|1[0-2])\d{2}$/.test(exp);
  if (!isCard) return null;
  return {
    type: schemeOf(number),
    bin: number.slice(0, 6),
    last4: number.slice(-4),
    exp,
    outcome: OUTCOMES.get(number) ?? 'approved',
  };
}

/** A card's number as it is shown. */
export function maskedNumber({ bin, last4 }: Card): string {
  return `${bin}******${last4}`;
}

/** Keeps a card for one use within a day, of one account or of any. Answers its token. */
export async function keepToken(
  db: Db | Tx,
  world: NmiWorld,
  of: { card: Card; account_id: string | null },
): Promise<string> {
  const hex = randomBytes(16).toString('hex');
  const token = [hex.slice(0, 8), hex.slice(8, 14), hex.slice(14, 20), hex.slice(20, 32)].join('-');
  const expires_at = later(world, TOKEN_SECONDS).toISOString();
  await insertRecord(db, 'nmi_token', token, { token, ...of, used: false, expires_at });
  return token;
}

/** Uses a token up and answers its card. Refuses one that is unknown, used, too old or another account's. */
export async function useToken(
  tx: Tx,
  world: NmiWorld,
  of: { token: string; account_id: string },
): Promise<Card> {
  if (of.token === TEST_TOKEN) return testCard('approved');
  const kept = await lockRecord(tx, 'nmi_token', of.token);
  if (!isUsable(world, kept, of.account_id)) throw new NmiRefusal('Invalid Payment Token');
  await putRecord(tx, 'nmi_token', of.token, { ...kept, used: true });
  return kept.card;
}

function isUsable(world: NmiWorld, kept: PaymentToken | null, accountId: string): kept is PaymentToken {
  if (kept === null || kept.used || Date.parse(kept.expires_at) <= world.clock.now().getTime()) return false;
  return kept.account_id === null || kept.account_id === accountId;
}

/** The card that a merchant keeps under an id of theirs. Refuses an id that names none. */
export async function requireCustomer(tx: Tx, accountId: string, id: string): Promise<Card> {
  const customer = await readRecord(tx, 'nmi_customer', `${accountId}/${id}`);
  if (customer === null) throw new NmiRefusal('Invalid Customer Vault Id');
  return customer.card;
}
