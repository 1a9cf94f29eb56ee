import { type Attempt, type Fairway, fairwayClient, type Fetch } from '../client/src/index.ts';

/** What an answer holds when all goes well, where its value decides what is called next. */
const WHEN_WELL: Readonly<Record<string, string>> = {
  action_url: 'https://wallet.example/consent?token={referral_id}',
  wallet_connection_status: 'connected',
};
const NAMED = [
  'account_id',
  'checkout_session_id',
  'dispute_id',
  'id',
  'merchant_id',
  'order_id',
  'provider_capture_id',
  'subscription_id',
];

const ANSWER = JSON.stringify({
  ...Object.fromEntries(NAMED.map((name) => [name, `{${name}}`])),
  ...WHEN_WELL,
});

/** The option of a command that makes one call. */
export const DRY_RUN = {
  'dry-run': { type: 'boolean', summary: 'print the call instead of making it' },
} as const;

interface Rehearsal {
  /** The calls so far, in their order. */
  calls: Attempt[];
  fetch: Fetch;
  observe: (attempt: Attempt) => void;
}

/** Instead of a network: no call is made, each is noted and answered with `{name}` wherever a later one would need a
 *  value. */
export function rehearse(): Rehearsal {
  const calls: Attempt[] = [];
  return {
    calls,
    fetch: async () => ({ status: 200, headers: { get: () => null }, text: async () => ANSWER }),
    observe: (attempt) => calls.push({ ...attempt, url: decodeURIComponent(attempt.url) }),
  };
}

/** A client of the operator that makes no call. */
export function rehearsedOperator(baseUrl: string): { fairway: Fairway; calls: readonly Attempt[] } {
  const { calls, ...how } = rehearse();
  return { fairway: fairwayClient({ baseUrl, ...how }), calls };
}

/** A call that was not made: for a program, and for a person. */
export function toldInstead({ method, url, body }: Attempt): [record: object, text: string] {
  const record = { dry_run: true, method, url, body: body ?? null };
  return [record, `Would send ${method} ${url}${body ? ` ${JSON.stringify(body)}` : ''}`];
}
