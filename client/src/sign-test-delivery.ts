import { createHmac } from 'node:crypto';

export interface TestDelivery {
  /** The very bytes that the test will post. */
  body: string | Uint8Array;
  /** The secret that the receiver under test knows. */
  secret: string;
  /** Unix time in seconds at which it is sent, the clock's when left out. */
  now?: number | undefined;
}

/** The headers of a delivery that a receiver with this secret takes for genuine: for tests of that receiver, which need no
 *  deployment. */
export function signTestDelivery({ body, secret, now }: TestDelivery): Record<string, string> {
  const t = String(Math.floor(now ?? Date.now() / 1_000));
  const v1 = createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex');
  return {
    'content-type': 'application/json',
    'service-signature': `t=${t},v1=${v1}`,
    'service-timestamp': t,
  };
}
