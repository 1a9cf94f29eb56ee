import { createHmac, timingSafeEqual } from 'node:crypto';
import { SIGNATURE_FORM, signedBefore } from '../../wire/webhooks/signature.ts';

const LENIENT = /t=\s*(\d+)[\s\S]*?v1=\s*([0-9a-f]{64})/i;

export interface Signature {
  /** As written, since it is what was signed. */
  t: string;
  v1: string;
  isExact: boolean;
}

/** Reads a Service-Signature header, also one that was damaged on its way but still tells what it said;
 *  null when it does not. */
export function readSignature(text: string): Signature | null {
  const exact = SIGNATURE_FORM.exec(text);
  const found = exact ?? LENIENT.exec(text);
  return found ? { t: found[1]!, v1: found[2]!.toLowerCase(), isExact: exact !== null } : null;
}

/** The HMAC-SHA256 over `<t>.<body>`, in hexadecimal digits. */
export function signatureOf(secret: string | Uint8Array, t: string, body: string | Uint8Array): string {
  return createHmac('sha256', secret).update(signedBefore(t)).update(body).digest('hex');
}

export function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one, 'hex'), Buffer.from(other, 'hex')];
  return left.length === right.length && timingSafeEqual(left, right);
}
