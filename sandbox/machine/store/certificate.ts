import { randomBytes, sign, type KeyObject } from 'node:crypto';

// Just enough DER to write an X.509 v3 certificate; reading them is left to node:crypto.
const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const UTF8_STRING = 0x0c;
const UTC_TIME = 0x17;
const BOOLEAN_TRUE = Buffer.from([0x01, 0x01, 0xff]);

const SHA256_WITH_RSA = Buffer.from('300d06092a864886f70d01010b0500', 'hex');
const ECDSA_WITH_SHA256 = Buffer.from('300a06082a8648ce3d040302', 'hex');
const COMMON_NAME = Buffer.from('0603550403', 'hex');
const BASIC_CONSTRAINTS = Buffer.from('0603551d13', 'hex');
const KEY_USAGE = Buffer.from('0603551d0f', 'hex');
const SUBJECT_ALT_NAME = Buffer.from('0603551d11', 'hex');
const EXTENDED_KEY_USAGE = Buffer.from('0603551d25', 'hex');
const SERVER_AUTH = Buffer.from('06082b06010505070301', 'hex');
const CERT_SIGN = Buffer.from('03020106', 'hex');
const DIGITAL_SIGNATURE = Buffer.from('03020780', 'hex');

interface CertificateOrder {
  subject: string;
  issuer: string;
  publicKey: KeyObject;
  signer: KeyObject;
  notBefore: Date;
  notAfter: Date;
  /** The host a server certificate stands for. */
  host?: string;
  authority?: boolean;
}

/** Writes and signs a certificate (SHA-256 with the signer's RSA or P-256 key); answers PEM. */
export function issueCertificate(order: CertificateOrder): string {
  const algorithm = order.signer.asymmetricKeyType === 'rsa' ? SHA256_WITH_RSA : ECDSA_WITH_SHA256;
  const body = der(
    SEQUENCE,
    der(0xa0, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, positive(randomBytes(16))),
    algorithm,
    distinguishedName(order.issuer),
    der(SEQUENCE, utcTime(order.notBefore), utcTime(order.notAfter)),
    distinguishedName(order.subject),
    order.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(SEQUENCE, ...extensions(order))),
  );
  const signature = sign('sha256', body, order.signer);
  return pem(der(SEQUENCE, body, algorithm, der(BIT_STRING, Buffer.from([0]), signature)));
}

function extensions(order: CertificateOrder): Buffer[] {
  if (order.authority) {
    return [
      extension(BASIC_CONSTRAINTS, der(SEQUENCE, BOOLEAN_TRUE), true),
      extension(KEY_USAGE, CERT_SIGN, true),
    ];
  }
  const rows = [
    extension(BASIC_CONSTRAINTS, der(SEQUENCE), true),
    extension(KEY_USAGE, DIGITAL_SIGNATURE, true),
  ];
  if (order.host !== undefined) {
    rows.push(extension(EXTENDED_KEY_USAGE, der(SEQUENCE, SERVER_AUTH), false));
    rows.push(extension(SUBJECT_ALT_NAME, der(SEQUENCE, der(0x82, Buffer.from(order.host))), false));
  }
  return rows;
}

function extension(name: Buffer, content: Buffer, critical: boolean): Buffer {
  const mark = critical ? [BOOLEAN_TRUE] : [];
  return der(SEQUENCE, name, ...mark, der(OCTET_STRING, content));
}

function distinguishedName(commonName: string): Buffer {
  return der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8_STRING, Buffer.from(commonName)))));
}

// Two-digit years serve until 2049, which these ten-year certificates stay below.
function utcTime(at: Date): Buffer {
  const digits = at.toISOString().replace(/[-:T]/g, '').slice(2, 14);
  return der(UTC_TIME, Buffer.from(`${digits}Z`));
}

function positive(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy[0] = ((copy[0] ?? 0) & 0x7f) | 0x40;
  return copy;
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const hex = length.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes]);
}

function pem(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
