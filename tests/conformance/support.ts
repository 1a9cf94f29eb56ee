import { expect } from 'vitest';
import { makeChannel, makeMerchant, type TestChannel, type TestMerchant } from '../world/actors.ts';
import type { Answer, World } from '../world/world.ts';

export const INVALID_KEY = { detail: 'Invalid API key' };
export const ISO_UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;
export const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
/** An id of the right form that nothing has. */
export const NOBODY = '01900000-0000-7000-8000-000000000000';

/** What the object of an event about a captured payment has. */
export const CAPTURED_KEYS = [
  'amount_cents',
  'captured_at',
  'checkout_session_id',
  'created_at',
  'currency',
  'external_order_id',
  'id',
  'merchant_id',
  'platform_fee_cents',
  'provider',
  'provider_capture_id',
  'provider_order_id',
  'refunded_at',
  'status',
];

/** The credentials of a channel acting for one of its merchants. */
export function as(merchant: { key: string; merchant_id: string }) {
  return { key: merchant.key, merchant: merchant.merchant_id };
}

/** A 422 that lists a problem at exactly this place; returns the problem. */
export function expectProblem(answer: Answer, loc: readonly (string | number)[], type?: string) {
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 422 });
  expect(Object.keys(answer.body)).toEqual(['detail']);
  const problems = answer.body.detail as { loc: unknown[]; msg: string; type: string }[];
  for (const problem of problems) {
    expect(problem).toMatchObject({
      loc: expect.any(Array),
      msg: expect.any(String),
      type: expect.any(String),
    });
    const known = ['loc', 'msg', 'type', 'ctx', 'input'];
    expect(Object.keys(problem).filter((key) => !known.includes(key))).toEqual([]);
  }
  const found = problems.find((problem) => JSON.stringify(problem.loc) === JSON.stringify(loc));
  expect(found, `a problem at ${JSON.stringify(loc)} in ${JSON.stringify(problems)}`).toBeDefined();
  if (type !== undefined) expect(found!.type).toBe(type);
  return found!;
}

const WITH_CODE = [400, 402, 403, 409, 424, 502, 503];

/** The body of a refusal: a sentence and, where several share the status, a code; `figures` stand beside them. */
export function refused(status: number, detail?: string | null, figures: Record<string, unknown> = {}) {
  const code = WITH_CODE.includes(status) ? { code: expect.stringMatching(/^[a-z_]+$/) as unknown } : {};
  return { detail: detail ?? (expect.any(String) as unknown), ...code, ...figures };
}

/** A refusal: this status, and the body of one. */
export function expectRefused(
  answer: Answer,
  status: number,
  detail?: string,
  figures?: Record<string, unknown>,
) {
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status });
  expect(answer.body).toEqual(refused(status, detail, figures));
}

/** A channel that holds one merchant which never started onboarding. */
export async function makeShop(world: World): Promise<TestMerchant> {
  const channel = await makeChannel(world);
  return { ...channel, merchant_id: await makeMerchant(world, channel), account_id: '' };
}

/** A merchant without a channel, with a key of its own. */
export async function makeDirectMerchant(world: World): Promise<{ merchant_id: string; key: string }> {
  const email = `direct-${crypto.randomUUID()}@example.com`;
  const body = { business_name: 'Direct Shop', email, country_code: 'US' };
  const made = await world.operator('POST', 'merchants', body);
  expect(made.status).toBe(201);
  const key = await world.operator('POST', `merchants/${made.body.merchant_id}/api-keys`, { name: 'own' });
  expect(key.status).toBe(201);
  return { merchant_id: made.body.merchant_id, key: key.body.key };
}

/** Lets a merchant with whatever credential go through onboarding with a new account; answers the account's id. */
export async function onboard(
  world: World,
  credential: { key: string; merchant?: string },
  account: Record<string, unknown> = {},
  more: { grant?: string[]; reconnect?: boolean } = {},
): Promise<string> {
  const body = more.reconnect ? { reconnect: true } : {};
  const started = await world.call('POST', '/api/channel/onboarding/start', { ...credential, body });
  expect({ status: started.status, body: started.body }).toMatchObject({ status: 200 });
  const referral = encodeURIComponent(new URL(started.body.action_url).searchParams.get('token')!);
  const made = await world.control('POST', 'accounts', { kind: 'business', ...account });
  const { account_id } = made.body;
  const consent = { account_id, ...(more.grant ? { grant: more.grant } : {}) };
  const finished = await world.control('POST', `referrals/${referral}/finish`, consent);
  expect(finished.status).toBe(200);
  await world.drain();
  return account_id;
}

export async function readStatus(world: World, credential: { key: string; merchant?: string }) {
  return world.call('GET', '/api/channel/onboarding/status', credential);
}

/** A request exactly as given, for what an ordinary client would not send. */
export async function raw(
  world: World,
  method: string,
  path: string,
  init: { headers?: Record<string, string>; body?: string | Uint8Array } = {},
): Promise<{ status: number; text: string; headers: Headers }> {
  const answer = await fetch(`${world.base_url}${path}`, { method, ...init });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
}

export type { Answer, TestChannel, TestMerchant, World };
