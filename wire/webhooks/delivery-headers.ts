// What stands at the head of a delivery beside its signature, as it is published.

export const EVENT_ID_HEADER = 'Service-Event-Id';
export const EVENT_TYPE_HEADER = 'Service-Event-Type';

/** Who says that it posts; it proves nothing. */
export const USER_AGENT = 'Service-Webhooks/1.0';

/** The headers of an event that are known before it is signed. No answer is ever decoded, so nothing but identity is asked for. */
export function deliveryHeaders(event: { id: string; type: string; bytes: number }): Record<string, string> {
  return {
    [EVENT_ID_HEADER]: event.id,
    [EVENT_TYPE_HEADER]: event.type,
    'User-Agent': USER_AGENT,
    'Content-Type': 'application/json',
    'Content-Length': String(event.bytes),
    Accept: '*/*',
    'Accept-Encoding': 'identity',
  };
}
