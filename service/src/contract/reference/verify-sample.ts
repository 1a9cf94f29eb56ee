// Generated from docs/webhooks/verify.ts by dev/generate-check.ts; do not edit.

/** How a receiver tells a delivery that is genuine, narrow enough for its column. */
export const VERIFY_SAMPLE = `// Tells a genuine delivery from any other. Copy it; it
// needs nothing but Node.
import { createHmac, timingSafeEqual } from 'node:crypto';

const TOLERANCE_SECONDS = 300;
const FORM = /^t=([0-9]{1,12}),v1=([0-9a-f]{64})$/;

/** \`rawBody\` is the body as it came, before anything has
 *  parsed it; \`header\` is Service-Signature; \`now\` is Unix
 *  time in seconds, the clock's when left out. */
export function isGenuine(rawBody, header, secret, now) {
  const [, t, v1] = FORM.exec(header ?? '') ?? [];
  // Whoever knows that a secret was left empty could sign.
  if (!secret || !t || !v1) return false;
  const age = (now ?? Date.now() / 1000) - Number(t);
  if (Math.abs(age) > TOLERANCE_SECONDS) return false;
  const hmac = createHmac('sha256', secret);
  const due = hmac.update(\`\${t}.\`).update(rawBody).digest();
  return timingSafeEqual(due, Buffer.from(v1, 'hex'));
}
`;
