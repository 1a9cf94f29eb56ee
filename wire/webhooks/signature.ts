// How a delivery is signed, as it is published: with HMAC-SHA256, keyed with the endpoint's secret as it was shown.

export const SIGNATURE_HEADER = 'Service-Signature';
/** Says the signed second once more, for whoever does not take the signature apart. */
export const TIMESTAMP_HEADER = 'Service-Timestamp';

/** The whole header: the second of sending, in Unix time, and the digest. No more than twelve digits are a time, so that no
 *  receiver counts with a number that it cannot hold. */
export const SIGNATURE_FORM = /^t=([0-9]{1,12}),v1=([0-9a-f]{64})$/;
export const TIMESTAMP_FORM = /^[0-9]{1,12}$/;

/** What stands before the raw body in what is signed. */
export function signedBefore(t: string): string {
  return `${t}.`;
}

/** The header of a signature: `t` as it was signed, and the digest in lower-case hexadecimal digits. */
export function signatureHeader({ t, v1 }: { t: string; v1: string }): string {
  return `t=${t},v1=${v1}`;
}
