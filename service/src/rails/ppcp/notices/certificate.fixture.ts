import { sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const UTF8_STRING = 0x0c;
const UTC_TIME = 0x17;
const SHA256_WITH_RSA = Buffer.from('300d06092a864886f70d01010b0500', 'hex');
const COMMON_NAME = Buffer.from('0603550403', 'hex');

/** A self-signed certificate of the first, plainest version, as PEM. Dates before 2050. */
export function selfSigned(
  keys: { publicKey: KeyObject; privateKey: KeyObject },
  valid: { from: string; to: string },
): string {
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8_STRING, Buffer.from('notices')))));
  const body = der(
    SEQUENCE,
    der(INTEGER, Buffer.from([1])),
    SHA256_WITH_RSA,
    name,
    der(SEQUENCE, utcTime(valid.from), utcTime(valid.to)),
    name,
    keys.publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', body, keys.privateKey)]);
  const text = der(SEQUENCE, body, SHA256_WITH_RSA, der(BIT_STRING, signature)).toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${text.match(/.{1,64}/g)!.join('\n')}\n-----END CERTIFICATE-----\n`;
}

function utcTime(day: string): Buffer {
  return der(UTC_TIME, Buffer.from(`${day.replaceAll('-', '').slice(2)}000000Z`));
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
