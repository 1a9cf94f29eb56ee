import { createHmac } from 'node:crypto';
import {
  SIGNATURE_HEADER,
  signatureHeader,
  signedBefore,
  TIMESTAMP_HEADER,
} from '../../../wire/webhooks/signature.ts';
import { eventIdOf } from '../lib/ids.ts';

const USER_AGENT = 'Service-Webhooks/1.0';

/** The headers that depend on the signing second; keyed with the secret's text as it was shown. */
export function signedHeaders(secret: string, seconds: number, body: string): Record<string, string> {
  const t = String(seconds);
  const v1 = createHmac('sha256', secret)
    .update(signedBefore(t) + body, 'utf8')
    .digest('hex');
  return { [SIGNATURE_HEADER]: signatureHeader({ t, v1 }), [TIMESTAMP_HEADER]: t };
}

/** The headers known before there is a socket. Nothing is ever decoded, so nothing but identity is asked for. */
export function plainHeaders(event: {
  event_id: string;
  type: string;
  body: string;
}): Record<string, string> {
  return {
    'Service-Event-Id': eventIdOf(event.event_id),
    'Service-Event-Type': event.type,
    'User-Agent': USER_AGENT,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(event.body)),
    Accept: '*/*',
    'Accept-Encoding': 'identity',
  };
}
