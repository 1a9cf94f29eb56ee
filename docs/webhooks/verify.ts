// Tells a genuine delivery from any other. Copy it; it needs nothing but Node.
import { createHmac, timingSafeEqual } from 'node:crypto';

const TOLERANCE_SECONDS = 300;
const FORM = /^t=([0-9]{1,12}),v1=([0-9a-f]{64})$/;

/** `rawBody` is the body as it came, before anything has parsed it; `header` is Service-Signature; `now` is in Unix
 *  seconds. */
export function isGenuine(
  rawBody: Uint8Array,
  header: string | undefined,
  secret: string,
  now = Date.now() / 1000,
): boolean {
  const [, t, v1] = FORM.exec(header ?? '') ?? [];
  // Whoever knows that a secret was left empty could sign with it.
  if (secret === '' || t === undefined || v1 === undefined) return false;
  if (Math.abs(now - Number(t)) > TOLERANCE_SECONDS) return false;
  const expected = createHmac('sha256', secret).update(`${t}.`).update(rawBody).digest();
  return timingSafeEqual(expected, Buffer.from(v1, 'hex'));
}
