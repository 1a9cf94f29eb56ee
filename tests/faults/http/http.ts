import { sql } from 'kysely';
import { setTimeout as wait } from 'node:timers/promises';
import { makeChannel, makeConnectedMerchant, type TestMerchant } from '../../world/actors.ts';
import { startWorld, type World } from '../../world/world.ts';
import { withSql } from '../books/books.ts';
import type { Chance } from '../world/chance.ts';
import { wireCases } from './cases.ts';
import { endless, torn, type WireAnswer, writeOnWire } from './wire.ts';
import { isLate } from '../world/times.ts';
import type { Report, Scenario } from '../world/scenario.ts';

export const SHORT_ARRIVALS = { requestMs: 1_500, headMs: 600, checkedEveryMs: 100 };
const FULL_ARRIVALS = { requestMs: 30_000, headMs: 10_000, checkedEveryMs: 2_000 };
const HIDDEN_ID = 'hidden-in-a-body';
// For what is wrong by its bytes; nobody waits for it.
// These only end what hangs.
const AT_ONCE_MS = 60_000;
const LEFT_OPEN_MS = 500;
const MARGIN_MS = 60_000;
const DRIP_MS = 40;
// A head has 16 KiB and a body 256: what is sent beyond that is what the sockets hold.
const WRITTEN_MAX = 16 * 1024 * 1024;
const PIECE = 'a'.repeat(8 * 1024);
const OTHERS_PAUSE_MS = 100;
const OTHERS_WITHIN_MS = 1_000;

/** What callers can do wrong below HTTP, with figures. */
export function httpScenarios({ isQuick }: { isQuick: boolean }): Scenario[] {
  const limits = isQuick ? SHORT_ARRIVALS : FULL_ARRIVALS;
  const inWorld = (run: (world: World, merchant: TestMerchant) => Promise<Report>) => async () => {
    const world = await startWorld(isQuick ? { arrivalLimits: SHORT_ARRIVALS } : {});
    try {
      return await run(world, await makeConnectedMerchant(world, await makeChannel(world)));
    } finally {
      await world.close();
    }
  };
  return [
    {
      name: 'bytes that can be read in two ways',
      run: (chance) =>
        inWorld((world, merchant) => sendCases(world, merchant, { rounds: isQuick ? 2 : 100, chance }))(),
    },
    {
      name: 'requests that do not arrive',
      run: inWorld((world, merchant) => sendSlowly(world, merchant, { each: isQuick ? 10 : 120, limits })),
    },
    { name: 'requests that do not end', run: inWorld((world, merchant) => sendForEver(world, merchant)) },
  ];
}

/** Sends each case so many times, whole and torn. What is hidden in a body is never answered and never carried out. */
export async function sendCases(
  world: World,
  merchant: TestMerchant,
  plan: { rounds: number; chance: Chance },
): Promise<Report> {
  const cases = wireCases({ ...merchant, hidden: hiddenRequest(merchant) });
  const breaches: string[] = [];
  let [sent, slowestMs] = [0, 0];
  for (let round = 0; round < plan.rounds; round += 1) {
    for (const { name, bytes, expected, orElse = expected, isLeftOpen } of cases) {
      const pieces = round === 0 ? [bytes] : torn(bytes, plan.chance);
      const limitMs = isLeftOpen ? LEFT_OPEN_MS : AT_ONCE_MS;
      const answer = await writeOnWire(world.base_url, pieces, limitMs);
      sent += 1;
      slowestMs = Math.max(slowestMs, isLeftOpen ? 0 : answer.ms);
      if (!isLeftOpen && !answer.isClosed) breaches.push(`${name}: the connection is still open`);
      // What is refused may be cut before the refusal was read: we were still writing.
      const isCut = answer.statuses.length === 0 && expected.length === 1;
      if (!isCut && ![expected, orElse].some((one) => one.join() === answer.statuses.join()))
        breaches.push(`${name}: answered ${answer.statuses.join(' and ') || 'nothing'}`);
    }
  }
  const carriedOut = await countHidden(world);
  if (carriedOut > 0) breaches.push(`${carriedOut} requests out of a body were carried out`);
  return { figures: { sent, slowest_ms: Math.round(slowestMs), carried_out: carriedOut }, breaches };
}

/** So many callers each who drip a head, a body, a chunked body, and who say nothing: each is let go in time, and who asks
 *  meanwhile as anybody does is answered as ever. */
export async function sendSlowly(
  world: World,
  merchant: TestMerchant,
  plan: { each: number; limits: typeof SHORT_ARRIVALS },
): Promise<Report> {
  const { headMs, requestMs, checkedEveryMs } = plan.limits;
  const grace = 2 * checkedEveryMs + MARGIN_MS;
  const kinds = [
    {
      name: 'a slow head',
      limitMs: headMs,
      pieces: () => endless('GET /healthz HTTP/1.1\r\n', 'a', DRIP_MS),
    },
    { name: 'half a head', limitMs: headMs, pieces: () => ['GET /healthz HTTP/1.1\r\nhost: a\r\n'] },
    {
      name: 'a slow body',
      limitMs: requestMs,
      pieces: () => endless(postHead(merchant, 'content-length: 100000'), ' ', DRIP_MS),
    },
    {
      name: 'a slow body in chunks',
      limitMs: requestMs,
      pieces: () => endless(postHead(merchant, 'transfer-encoding: chunked'), '1\r\n \r\n', DRIP_MS),
    },
  ];
  const breaches: string[] = [];
  const phase = { isOver: false };
  const others = askAsEver(world, phase);
  const slow = await Promise.all(
    kinds.flatMap(({ name, limitMs, pieces }) =>
      Array.from({ length: plan.each }, async () => {
        const answer = await writeOnWire(world.base_url, pieces(), limitMs + grace);
        breaches.push(...slowBreaches(name, answer, limitMs));
        return answer;
      }),
    ),
  );
  phase.isOver = true;
  const othersMs = await others;
  if (isLate(othersMs, OTHERS_WITHIN_MS))
    breaches.push(`others were answered after ${Math.round(othersMs)} ms`);
  const slowest_ms = Math.round(Math.max(...slow.map(({ ms }) => ms)));
  return {
    figures: { callers: slow.length, slowest_ms, others_slowest_ms: Math.round(othersMs) },
    breaches: [...new Set(breaches)],
  };
}

/** Heads, extensions of chunks, trailers and bodies without an end are cut off, and cost no more than the sockets hold. */
export async function sendForEver(world: World, merchant: TestMerchant): Promise<Report> {
  const chunked = postHead(merchant, 'transfer-encoding: chunked');
  const kinds: Record<string, { begin: string; piece: string; statuses: readonly number[] }> = {
    'an address': { begin: 'GET /', piece: PIECE, statuses: [431] },
    'a header': { begin: 'GET /healthz HTTP/1.1\r\nhost: a\r\nx-a: ', piece: PIECE, statuses: [431] },
    headers: {
      begin: 'GET /healthz HTTP/1.1\r\nhost: a\r\n',
      piece: 'x-a: b\r\n'.repeat(100),
      statuses: [431],
    },
    'an extension': { begin: `${chunked}1;`, piece: PIECE, statuses: [400, 413] },
    trailers: { begin: `${chunked}0\r\n`, piece: 'x-a: b\r\n'.repeat(100), statuses: [431] },
    chunks: { begin: chunked, piece: `2000\r\n${PIECE}\r\n`, statuses: [413] },
    'a body': { begin: postHead(merchant, 'content-length: 99999999999'), piece: PIECE, statuses: [413] },
  };
  const breaches: string[] = [];
  let writtenMost = 0;
  for (const [name, { begin, piece, statuses }] of Object.entries(kinds)) {
    const { isClosed, written, ...answer } = await writeOnWire(
      world.base_url,
      endless(begin, piece, 0),
      AT_ONCE_MS,
    );
    writtenMost = Math.max(writtenMost, written);
    if (!isClosed) breaches.push(`${name} without an end is still read`);
    if (written > WRITTEN_MAX) breaches.push(`${written} bytes of ${name} without an end were taken`);
    // The answer may be lost to the reset that follows it: we were still writing.
    if (answer.statuses.length > 1 || answer.statuses.some((status) => !statuses.includes(status)))
      breaches.push(`${name} without an end was answered ${answer.statuses.join(' and ')}`);
  }
  return { figures: { kinds: Object.keys(kinds).length, written_most: writtenMost }, breaches };
}

function slowBreaches(name: string, { statuses, isClosed, ms }: WireAnswer, limitMs: number): string[] {
  return [
    ...(isClosed ? [] : [`${name} is still waited for`]),
    ...(statuses.join() === '408' ? [] : [`${name} was answered ${statuses.join(' and ') || 'nothing'}`]),
    ...(ms < limitMs ? [`${name} was let go after ${Math.round(ms)} ms`] : []),
  ];
}

// The longest that a call took.
async function askAsEver(world: World, phase: { isOver: boolean }): Promise<number> {
  let longestMs = 0;
  while (!phase.isOver) {
    const from = performance.now();
    const { status } = await world.call('GET', '/api/nothing');
    longestMs = Math.max(longestMs, status === 404 ? performance.now() - from : Infinity);
    await wait(OTHERS_PAUSE_MS);
  }
  return longestMs;
}

function postHead({ key, merchant_id }: TestMerchant, more: string): string {
  const lines = [
    'POST /api/checkout-sessions HTTP/1.1',
    'host: a',
    `authorization: Bearer ${key}`,
    `x-merchant-id: ${merchant_id}`,
    'content-type: application/json',
    more,
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

function hiddenRequest(merchant: TestMerchant): string {
  const body = JSON.stringify({ amount: '20.00', external_order_id: HIDDEN_ID });
  return postHead(merchant, `content-length: ${body.length}`) + body;
}

async function countHidden({ database_url }: World): Promise<number> {
  return withSql(database_url, async (db) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from checkout_sessions where external_order_id = ${HIDDEN_ID}`.execute(
      db,
    );
    return rows[0]!.count;
  });
}
