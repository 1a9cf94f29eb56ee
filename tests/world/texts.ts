import { randomInt } from 'node:crypto';
import type { TestMerchant } from './actors.ts';
import type { Answer, World } from './world.ts';

const REQUESTS = '/api/text-to-pay/requests';

/** A number that no other test has: of the seven million of an area, without the exchanges that are no exchange. */
export function newPhone(): string {
  const exchange = randomInt(220, 990);
  if (exchange % 100 === 11) return newPhone();
  return `+1415${exchange}${String(randomInt(10_000)).padStart(4, '0')}`;
}

export function askBody(more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    phone: newPhone(),
    amount_cents: 15_000,
    first_name: 'Jo',
    // Long enough to be looked for in the log.
    last_name: 'Riverasdottir',
    topic: 'Boiler service',
    instructions: 'Thank you. Parts and labour are covered.',
    external_order_id: 'invoice-204',
    ...more,
  };
}

export const textPath = (id?: string, end = '') => `${REQUESTS}${id === undefined ? '' : `/${id}`}${end}`;

/** Asks somebody for 150 USD by text message. */
export function sendText(
  world: World,
  merchant: TestMerchant,
  body: Record<string, unknown> = askBody(),
  key?: string,
): Promise<Answer> {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
  return world.call('POST', REQUESTS, { ...asOf(merchant), body, headers });
}

export function cancelText(world: World, merchant: TestMerchant, id: string): Promise<Answer> {
  return world.call('POST', textPath(id, '/cancel'), asOf(merchant));
}

export async function readText(world: World, merchant: TestMerchant, id: string) {
  return (await world.call('GET', textPath(id), asOf(merchant))).body;
}

/** The messages that the carrier took for a number, newest first. */
export async function messagesTo(world: World, phone: string): Promise<{ body: string; to: string }[]> {
  const { items } = (await world.control('GET', 'messages?limit=200')).body;
  return items.filter((message: { to: string }) => message.to === phone);
}

/** The provider's id of the invoice whose link was texted to a number. */
export async function invoiceTextedTo(world: World, phone: string): Promise<string> {
  const [message] = await messagesTo(world, phone);
  const link = /https?:\/\/\S+/.exec(message?.body ?? '')?.[0];
  if (link === undefined) throw new Error(`no link was texted to ${phone}`);
  return link.split('/').at(-1)!;
}

/** Whoever has the link pays. */
export function payInvoice(world: World, invoice: string, choice: Record<string, unknown> = {}) {
  return world.control('POST', `invoices/${invoice}/pay`, choice);
}

function asOf(merchant: TestMerchant) {
  return { key: merchant.key, merchant: merchant.merchant_id };
}
