import { createHmac, timingSafeEqual } from 'node:crypto';
import { isUuid } from '../../lib/ids.ts';
import type { RailParts } from '../parts.ts';
import { asObject, type JsonObject, objectAt, parseObject, textAt } from '../http/json.ts';
import type { Notice, NoticesFacet, ReceivedNotice, Seller, Verdict } from '../rail.ts';
import { idAt, PINNED } from './translate.ts';

const TOLERANCE_MS = 300_000;
/** A subscription has a few secrets while one takes the place of another. */
const SIGNATURES_MAX = 10;
const SIGNATURE = /^[0-9a-f]{64}$/;
const SECONDS = /^\d{9,11}$/;
const HEADER_MAX = 1_024;

/** What the provider tells of its own accord, signed with a secret of the account that it is about. */
export function createNotices(parts: RailParts): NoticesFacet {
  return {
    claim: ({ raw_body }) => ({ account_hint: accountIn(raw_body) }),
    verify: (received, candidates) => Promise.resolve(verify(parts, received, candidates)),
    read: (body) => toNotice(body),
    identify: (body) => {
      const event = asObject(body);
      const provider_notice_id = idAt(event, 'id');
      const notice_type = textAt(event, 'name');
      return provider_notice_id && notice_type && notice_type.length <= 100
        ? { provider_notice_id, notice_type }
        : null;
    },
  };
}

// The name that no account has stands for none.
function accountIn(raw: Buffer): string {
  const event = parseObject(raw.toString('utf8'));
  const instance = textAt(event, 'gr4vy_id');
  const merchant_account = textAt(event, 'merchant_account_id');
  return instance && merchant_account ? `${instance}/${merchant_account}` : '';
}

// Its time is that of the wall, whatever a test does with ours.
function verify(
  { clock }: RailParts,
  { headers, raw_body }: ReceivedNotice,
  candidates: readonly Seller[],
): Verdict {
  const time = headers['x-gr4vy-webhook-timestamp'] ?? '';
  const listed = headers['x-gr4vy-webhook-signatures'] ?? '';
  if (!SECONDS.test(time) || listed.length > HEADER_MAX) return forged('a signature header is missing');
  if (Math.abs(clock.wall().getTime() - Number(time) * 1000) > TOLERANCE_MS)
    return forged('sent too long ago or in the future');
  const signatures = listed
    .split(',', SIGNATURES_MAX)
    .map((one) => one.trim().toLowerCase())
    .filter((one) => SIGNATURE.test(one))
    .map((one) => Buffer.from(one, 'hex'));
  if (signatures.length === 0) return forged('a signature header is missing');
  const signer = candidates.find(({ secrets }) => {
    const expected = createHmac('sha256', secrets['webhook_secret'] ?? '')
      .update(`${time}.`)
      .update(raw_body)
      .digest();
    return (
      secrets['webhook_secret'] !== undefined &&
      signatures.some((signature) => timingSafeEqual(signature, expected))
    );
  });
  return signer
    ? { kind: 'genuine', account_id: signer.account_id }
    : forged('a signature of no account that bears that name');
}

// With what each says of the money.
const CAPTURES: Readonly<Record<string, { is_taken: boolean }>> = {
  'transaction.captured': { is_taken: true },
  'transaction.capture-pending': { is_taken: true },
  'transaction.capture-failed': { is_taken: false },
};
const REFUNDS = new Set([
  'refund.succeeded',
  'refund.failed',
  'refund.declined',
  'refund.pending',
  'refund.voided',
]);

// An authorisation, or the end of one, is of no interest: the browser reports the one that is to be captured, and the rest was
// somebody's who went away.
function toNotice(body: unknown): Notice | null {
  const event = asObject(body);
  const name = textAt(event, 'name') ?? '';
  const target = objectAt(event, 'target');
  const id = idAt(target, 'id');
  if (id === null) return null;
  const said = CAPTURES[name];
  if (said) {
    const transaction_id = textAt(objectAt(target, 'metadata'), PINNED);
    // One that was not begun by us: the account is the merchant's own.
    if (transaction_id === null || !isUuid(transaction_id)) return null;
    return {
      about: 'capture_changed',
      provider_capture_id: null,
      provider_order_id: id,
      transaction_id,
      ...said,
    };
  }
  if (name === 'transaction.settled') {
    if (isForeign(target)) return null;
    return { about: 'capture_settled', provider_capture_id: null, provider_order_id: id };
  }
  const provider_order_id = idAt(target, 'transaction_id');
  if (!REFUNDS.has(name) || provider_order_id === null) return null;
  return { about: 'refund_changed', provider_refund_id: id, provider_capture_id: null, provider_order_id };
}

// Begun by others: the account is the merchant's own. Where a notice shows nothing of it, that is not known.
function isForeign(target: JsonObject | null): boolean {
  if (target === null || !('metadata' in target)) return false;
  return !isUuid(textAt(objectAt(target, 'metadata'), PINNED) ?? '');
}

function forged(problem: string): Verdict {
  return { kind: 'forged', problem };
}
