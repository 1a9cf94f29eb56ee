import { createHmac, timingSafeEqual } from 'node:crypto';
import { isUuid } from '../../lib/ids.ts';
import { asObject, objectAt, parseObject, textAt } from '../http/json.ts';
import type { JsonObject } from '../http/json.ts';
import { fromWireAmount } from './amount.ts';
import type { Notice, NoticesFacet, ReceivedNotice, Seller, Verdict } from '../rail.ts';

const SIGNATURE = /^t=([\x21-\x2b\x2d-\x7e]{1,200}),s=([0-9a-f]{64})$/;
const BATCH_MAX = 10_000;
const NAME = /^[A-Za-z0-9-]{1,64}$/;
// A genuine notice too has no id without an end.
const ID_MAX = 128;

/** What the gateway tells of its own accord, signed with the account's own key. The signature tells no time, so that of two
 *  equal notices only the id says that they are one. */
export function createNotices(): NoticesFacet {
  return {
    // Without a signature it is nobody's, and no key is looked for.
    claim: ({ headers, raw_body }) => ({
      account_hint: SIGNATURE.test(headers['webhook-signature'] ?? '') ? merchantIn(raw_body) : '',
    }),
    verify: (received, candidates) => Promise.resolve(verify(received, candidates)),
    read: toNotice,
    identify: (body) => {
      const told = asObject(body);
      const provider_notice_id = idAt(told, 'event_id');
      const notice_type = idAt(told, 'event_type');
      return provider_notice_id === null || notice_type === null ? null : { provider_notice_id, notice_type };
    },
  };
}

// Anybody can write it: it only says whose keys are tried.
function merchantIn(raw: Buffer): string {
  const merchant = objectAt(objectAt(parseObject(raw.toString('utf8')), 'event_body'), 'merchant');
  const id = merchant?.['id'];
  const text = typeof id === 'number' ? String(id) : textAt(merchant, 'id');
  return text !== null && NAME.test(text) ? text : '';
}

function verify({ headers, raw_body }: ReceivedNotice, candidates: readonly Seller[]): Verdict {
  const [, nonce, signature] = SIGNATURE.exec(headers['webhook-signature'] ?? '') ?? [];
  if (nonce === undefined || signature === undefined)
    return { kind: 'forged', problem: 'a signature is missing' };
  const given = Buffer.from(signature, 'hex');
  const signer = candidates.find(({ secrets }) => {
    const key = secrets['webhook_signing_key'] ?? '';
    if (key === '') return false;
    return timingSafeEqual(createHmac('sha256', key).update(`${nonce}.`).update(raw_body).digest(), given);
  });
  return signer === undefined
    ? { kind: 'forged', problem: 'a signature that no account of that name makes' }
    : { kind: 'genuine', account_id: signer.account_id };
}

function toNotice(body: unknown): Notice | null {
  const told = asObject(body);
  const [subject = '', ...of] = (textAt(told, 'event_type') ?? '').split('.');
  const event = objectAt(told, 'event_body');
  if (event === null) return null;
  switch (subject) {
    case 'transaction':
      return ofTransaction(event, of);
    case 'settlement':
      return of.join('.') === 'batch.complete' ? ofSettlement(event) : null;
    case 'chargeback':
      return of.join('.') === 'batch.complete' ? ofChargebacks(event, idAt(told, 'event_id')) : null;
    default:
      return null;
  }
}

function ofSettlement(event: JsonObject): Notice {
  return { about: 'captures_settled', provider_capture_ids: idsIn(event) };
}

// A batch tells one amount for all that is in it; of several each is taken to be whole.
function ofChargebacks(event: JsonObject, eventId: string | null): Notice | null {
  const batch = idAt(event, 'batch_id') ?? eventId;
  if (batch === null) return null;
  const ids = idsIn(event);
  const currency = textAt(event, 'currency');
  const amount =
    ids.length === 1 && currency !== null ? fromWireAmount(textAt(event, 'amount'), currency) : null;
  return {
    about: 'several',
    notices: ids.map((id) => ({
      about: 'capture_reversed',
      provider_capture_id: id,
      reversal_id: `${batch}-${id}`,
      amount,
    })),
  };
}

function idsIn(event: JsonObject): string[] {
  const listed = event['transaction_ids'];
  if (!Array.isArray(listed)) return [];
  return listed.slice(0, BATCH_MAX).filter((id): id is string => typeof id === 'string' && NAME.test(id));
}

function ofTransaction(event: JsonObject, [type = '', outcome]: readonly string[]): Notice | null {
  const id = textAt(event, 'transaction_id');
  if (id === null || !NAME.test(id)) return null;
  switch (type) {
    case 'sale': {
      const provider_order_id = textAt(event, 'order_id');
      // One that was not asked for by us: the account is the merchant's own.
      if (provider_order_id === null || !isUuid(provider_order_id)) return null;
      return {
        about: 'capture_changed',
        provider_capture_id: id,
        provider_order_id,
        transaction_id: provider_order_id,
        is_taken: outcome === 'success',
      };
    }
    case 'refund':
      // A transaction of its own, which says only when it is read what it gives back of.
      return { about: 'refund_changed', provider_refund_id: id, provider_capture_id: null };
    case 'void':
      return { about: 'refund_changed', provider_refund_id: id, provider_capture_id: id };
    default:
      return null;
  }
}

function idAt(from: JsonObject | null, key: string): string | null {
  const text = textAt(from, key);
  return text === null || text.length > ID_MAX ? null : text;
}
