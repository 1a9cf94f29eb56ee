import { createHmac } from 'node:crypto';
import { eventIdOf } from '../../../lib/ids.ts';

const USER_AGENT = 'Service-Webhooks/1.0';

/** HMAC-SHA256 in hex over `<seconds>.<body>`, keyed with the secret's text as it was shown. */
function signatureOf(secret: string, seconds: number, body: string): string {
  return createHmac('sha256', secret).update(`${seconds}.${body}`, 'utf8').digest('hex');
}

/** The headers that depend on the signing second. */
export function signedHeaders(secret: string, seconds: number, body: string): Record<string, string> {
  return {
    'Service-Signature': `t=${seconds},v1=${signatureOf(secret, seconds, body)}`,
    'Service-Timestamp': String(seconds),
  };
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
