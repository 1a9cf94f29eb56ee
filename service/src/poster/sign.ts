import { createHmac } from 'node:crypto';
import { deliveryHeaders } from '../../../wire/webhooks/delivery-headers.ts';
import {
  SIGNATURE_HEADER,
  signatureHeader,
  signedBefore,
  TIMESTAMP_HEADER,
} from '../../../wire/webhooks/signature.ts';
import { eventIdOf } from '../lib/ids.ts';

/** The headers that depend on the signing second; keyed with the secret's text as it was shown. */
export function signedHeaders(secret: string, seconds: number, body: string): Record<string, string> {
  const t = String(seconds);
  const v1 = createHmac('sha256', secret)
    .update(signedBefore(t) + body, 'utf8')
    .digest('hex');
  return { [SIGNATURE_HEADER]: signatureHeader({ t, v1 }), [TIMESTAMP_HEADER]: t };
}

/** The headers known before there is a socket. */
export function plainHeaders(event: {
  event_id: string;
  type: string;
  body: string;
}): Record<string, string> {
  const { event_id, type, body } = event;
  return deliveryHeaders({ id: eventIdOf(event_id), type, bytes: Buffer.byteLength(body) });
}
