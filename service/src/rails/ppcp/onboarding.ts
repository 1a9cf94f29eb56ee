import type {
  FindSellerOutcome,
  NewReferral,
  OnboardingFacet,
  PrimaryCurrencyOutcome,
  ReadSellerOutcome,
  ReferralOutcome,
  Unreachable,
} from '../rail.ts';
import type { Client } from './client/client.ts';
import { plainIdAt, linkTo, objectsAt, textAt } from '../http/json.ts';
import { toSeller } from './read/translate-seller.ts';
import { toWireReferral } from './write/referral.ts';

// Nobody waits for a status longer than for its snapshot; a call that takes this long is given up.
const STATUS_TIMEOUT_MS = 10_000;

/** The platform's own calls about its sellers; none but that for the balances is made in a seller's name. */
export function createOnboarding(
  client: Client,
  platform: { partner_id: string; client_id: string },
): OnboardingFacet {
  const partnerId = encodeURIComponent(platform.partner_id);
  const integrations = `/v1/customer/partners/${partnerId}/merchant-integrations`;
  return {
    startReferral: (referral) => startReferral(client, referral),
    findSeller: (trackingId) => findSeller(client, { integrations, trackingId }),
    readSeller: (merchantId) =>
      readSeller(client, { integrations, merchantId, ownClientId: platform.client_id }),
    readPrimaryCurrency: (account) => readPrimaryCurrency(client, account),
  };
}

// The provider does not promise to recognise a repeated request id here. A second referral would do no
// harm: the tracking id binds whoever finishes.
async function startReferral(client: Client, referral: NewReferral): Promise<ReferralOutcome> {
  const answer = await client.call({
    operation: 'referrals.create',
    effect: 'mint',
    method: 'POST',
    path: '/v2/customer/partner-referrals',
    body: toWireReferral(referral),
    request_id: referral.request_id,
  });
  switch (answer.kind) {
    case 'success': {
      const action_url = linkTo(answer.body, 'action_url');
      return action_url
        ? { kind: 'minted', action_url }
        : { kind: 'unknown', problem: 'a referral without a link' };
    }
    case 'refused':
      if (answer.status === 401) return notKnown(answer.refusal.issue);
      return { kind: 'refused', refusal: answer.refusal };
    case 'unknown':
    case 'unreachable':
      return answer;
  }
}

// A second token was refused like the first: it is not its age.
function notKnown(issue: string): Unreachable {
  const problem = `our token was not accepted: ${issue}`;
  return { kind: 'unreachable', problem, retry_after_seconds: null, credentials_refused: true };
}

async function findSeller(
  client: Client,
  wanted: { integrations: string; trackingId: string },
): Promise<FindSellerOutcome> {
  const answer = await client.call({
    operation: 'integrations.read',
    effect: 'read',
    method: 'GET',
    path: `${wanted.integrations}?tracking_id=${encodeURIComponent(wanted.trackingId)}`,
    timeoutMs: STATUS_TIMEOUT_MS,
  });
  switch (answer.kind) {
    case 'success': {
      const provider_account = plainIdAt(answer.body, 'merchant_id');
      if (!provider_account) return { kind: 'unknown', problem: 'an integration without a seller' };
      return { kind: 'found', provider_account };
    }
    case 'refused':
      if (answer.status === 404) return { kind: 'missing' };
      return { kind: 'unknown', problem: `refused: ${answer.refusal.issue}` };
    case 'unknown':
    case 'unreachable':
      return answer;
  }
}

async function readSeller(
  client: Client,
  wanted: { integrations: string; merchantId: string; ownClientId: string },
): Promise<ReadSellerOutcome> {
  const answer = await client.call({
    operation: 'integrations.read',
    effect: 'read',
    method: 'GET',
    path: `${wanted.integrations}/${encodeURIComponent(wanted.merchantId)}`,
    timeoutMs: STATUS_TIMEOUT_MS,
  });
  switch (answer.kind) {
    case 'success': {
      const seller = toSeller(answer.body, wanted.ownClientId);
      if (seller?.wallet_merchant_id === wanted.merchantId) return { kind: 'found', seller };
      return { kind: 'unknown', problem: 'not the seller asked for' };
    }
    case 'refused':
      // Which of the two a withdrawn consent leads to is not documented.
      if (answer.status === 403 || answer.status === 404) return { kind: 'gone' };
      return { kind: 'unknown', problem: `refused: ${answer.refusal.issue}` };
    case 'unknown':
    case 'unreachable':
      return answer;
  }
}

async function readPrimaryCurrency(client: Client, account: string): Promise<PrimaryCurrencyOutcome> {
  const answer = await client.call({
    operation: 'balances.read',
    effect: 'read',
    method: 'GET',
    path: '/v1/reporting/balances',
    on_behalf_of: account,
    timeoutMs: STATUS_TIMEOUT_MS,
  });
  switch (answer.kind) {
    case 'success': {
      const primary = objectsAt(answer.body, 'balances').find((balance) => balance['primary'] === true);
      const currency = textAt(primary ?? null, 'currency');
      return { kind: 'found', currency: /^[A-Z]{3}$/.test(currency ?? '') ? currency : null };
    }
    case 'refused':
      return { kind: 'refused', refusal: answer.refusal };
    case 'unknown':
    case 'unreachable':
      return answer;
  }
}
