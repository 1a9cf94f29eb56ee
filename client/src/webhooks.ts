import type { EventObjects } from './contract.ts';
import { isGenuine } from './is-genuine.ts';

export { isGenuine };

export type EventType = keyof EventObjects;

/** An event as it is delivered, told apart by `type`. */
export type FairwayEvent = { [Type in EventType]: EventOf<Type> }[EventType];

export interface EventOf<Type extends EventType> {
  /** Deduplicate on it: a delivery may come twice. */
  readonly id: string;
  readonly type: Type;
  /** Unix seconds. */
  readonly created: number;
  readonly data: { readonly object: EventObjects[Type] };
  /** On a replay only: the event that is repeated. */
  readonly replay_of_event_id?: string;
}

export interface Delivery {
  /** The body as it came, before anything has parsed it. */
  body: string | Uint8Array;
  /** The header `Service-Signature`. */
  signature: string | null | undefined;
  /** The secret of the endpoint, or several while one takes the place of another. */
  secret: string | readonly string[];
  /** Unix time in seconds, the clock's when left out. */
  now?: number | undefined;
}

/** The event of a genuine delivery. Throws a WebhookError for any other, which is to be answered with 400. A type that
 *  this release does not know passes as it is: leave it alone. */
export function verifyWebhook({ body, signature, secret, now }: Delivery): FairwayEvent {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const secrets = typeof secret === 'string' ? [secret] : secret;
  if (!secrets.some((one) => isGenuine(bytes, signature ?? undefined, one, now))) {
    throw new WebhookError(
      'The signature does not hold: body, secret or clock is not what it was made with.',
    );
  }
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as FairwayEvent;
  } catch (cause) {
    throw new WebhookError('The signature holds, but what it signs is no event.', { cause });
  }
}

/** The delivery is not genuine, or too old. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}
