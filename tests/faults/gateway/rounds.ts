import { randomUUID } from 'node:crypto';
import { refund } from '../../world/actors.ts';
import { captureByBuyer, enterCard, type GatewayMerchant, order, payByCard } from '../../world/gateways.ts';
import type { World } from '../../world/world.ts';
import { countOpen, findBreaches, readProviderBooks } from '../books/books.ts';
import { soldTwice } from '../books/gateway-books.ts';

/** A way in which a gateway fails a call. */
interface GatewayFault {
  operation:
    | 'nmi.sale'
    | 'nmi.refund'
    | 'nmi.void'
    | 'nmi.query'
    | 'nmi.vault'
    | 'gravy.capture'
    | 'gravy.refund'
    | 'gravy.read';
  mode: string;
  status?: number;
  issue?: string;
  delay_ms?: number;
}

/** How long a call is waited for where it fails in every way; an answer that is late comes after that. */
export const CALL_TIMEOUT_MS = 5_000;
const LATE_MS = CALL_TIMEOUT_MS + 2_000;

const CUT: readonly Omit<GatewayFault, 'operation'>[] = [
  ...[500, 502, 503].flatMap((status) => [
    { mode: 'error', status },
    { mode: 'error_after_commit', status },
  ]),
  ...['reset', 'reset_after_commit', 'garbage', 'hang', 'hang_after_commit'].map((mode) => ({ mode })),
  { mode: 'refuse', status: 429 },
  { mode: 'delay', delay_ms: LATE_MS },
];
const MODES: readonly Omit<GatewayFault, 'operation'>[] = [
  ...CUT,
  ...['301', '420', '421', '430', 'Duplicate transaction'].map((issue) => ({ mode: 'refuse', issue })),
];

/** Every way in which a call fails of a gateway that remembers none, whether it moves money, is asked what moved or keeps a card. */
export const GATEWAY_FAULTS: readonly GatewayFault[] = (
  ['nmi.sale', 'nmi.refund', 'nmi.void', 'nmi.query', 'nmi.vault'] as const
).flatMap((operation) => MODES.map((mode) => ({ operation, ...mode })));

/** The same of one that remembers them, for a day. */
export const REMEMBERED_FAULTS: readonly GatewayFault[] = (
  ['gravy.capture', 'gravy.refund', 'gravy.read'] as const
).flatMap((operation) => [...CUT, { mode: 'refuse', status: 409 }].map((mode) => ({ operation, ...mode })));

const AT_ONCE = 10;
// What is not shown counts as not made only once everything was quiet, and as gone some minutes later.
const STEPS_SECONDS = [6, 30, 100, 300, 400];
const CLEAR: ReadonlySet<number> = new Set([200, 402, 409, 503]);
const SETTLED: ReadonlySet<number> = new Set([200, 409]);

/** Fails `rounds` calls in this way, asks again at once and once time has passed, and says what is wrong afterwards, as
 *  sentences. The witness of the wire judges by itself whether a sale was sent twice. */
export async function runGatewayFault(
  world: World,
  merchant: GatewayMerchant,
  { kind, rounds }: { kind: GatewayFault; rounds: number },
): Promise<string[]> {
  const breaches: string[] = [];
  const settings = { refund_before_settlement: kind.operation !== 'nmi.void' };
  await world.control('PATCH', `rails/accounts/${merchant.account_id}`, settings);
  for (let left = rounds; left > 0; left -= AT_ONCE)
    breaches.push(...(await runBatch(world, merchant, kind, Math.min(left, AT_ONCE))));
  const { captures } = await readProviderBooks(world);
  return [...breaches, ...soldTwice(captures), ...(await findBreaches(world))];
}

const RETURNING: ReadonlySet<string> = new Set(['nmi.refund', 'nmi.void', 'gravy.refund']);

type Again = () => Promise<{ status: number }>;

function preparedFor({ operation }: GatewayFault) {
  if (RETURNING.has(operation)) return returning;
  return operation === 'nmi.vault' ? saving : paying;
}

async function runBatch(
  world: World,
  merchant: GatewayMerchant,
  kind: GatewayFault,
  size: number,
): Promise<string[]> {
  const prepare = preparedFor(kind);
  const attempts = await Promise.all(Array.from({ length: size }, () => prepare(world, merchant, kind)));
  const answered = (allowed: ReadonlySet<number>, when: string) => async (again: Again) => {
    const { status } = await again();
    return allowed.has(status) ? [] : [`a call ${when} was answered ${status}`];
  };
  await world.control('POST', 'faults', { ...kind, times: size });
  const first = await Promise.all(attempts.map(answered(CLEAR, 'that failed')));
  const second = await Promise.all(attempts.map(answered(CLEAR, 'repeated at once')));
  for (const seconds of STEPS_SECONDS) {
    await world.advance(seconds);
    await world.drain();
  }
  const open = await countOpen(world);
  const { cleared } = (await world.control('DELETE', 'faults')).body as { cleared: number };
  const last = await Promise.all(attempts.map(answered(SETTLED, 'repeated afterwards')));
  await world.drain();
  const standing = [
    ...(open > 0 ? [`${open} outcomes stayed open`] : []),
    // A round that fails no call has shown nothing.
    ...(cleared > 0 ? ['not every fault that was armed was met'] : []),
  ];
  return [...first, ...second, ...last].flat().concat(standing);
}

async function paying(world: World, merchant: GatewayMerchant): Promise<Again> {
  const entered = await enterCard(world, merchant);
  const { order_id } = (await order(world, entered)).body as { order_id: string };
  return () => captureByBuyer(world, { ...entered, order_id });
}

async function saving(world: World, merchant: GatewayMerchant): Promise<Again> {
  const customer_ref = `customer-${randomUUID()}`;
  const entered = await enterCard(world, merchant, { session: { amount: 0, metadata: { customer_ref } } });
  return async () => {
    const opened = await order(world, entered);
    if (opened.status !== 201) return opened;
    return captureByBuyer(world, { ...entered, order_id: opened.body.order_id as string });
  };
}

async function returning(world: World, merchant: GatewayMerchant, kind: GatewayFault): Promise<Again> {
  const { capture_id } = await payByCard(world, merchant);
  const asked = { key: randomUUID(), ...(kind.operation === 'nmi.void' ? {} : { amount: '7.00' }) };
  return () => refund(world, merchant, capture_id, asked);
}
