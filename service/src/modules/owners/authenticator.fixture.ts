import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const CREDENTIAL_INCLUDED = 0x40;

/** An authenticator in software, with one passkey. What it signs can be bent, which a browser's own cannot. */
export interface Authenticator {
  readonly id: string;
  count: number;
  register(asked: Asked, bend?: Bend): object;
  signIn(asked: Asked, bend?: Bend): object;
}

interface Asked {
  challenge: string;
  origin: string;
}

export interface Bend {
  rp_id?: string;
  type?: string;
  verified?: boolean;
  signature?: string;
  user_handle?: string;
}

export function newAuthenticator(userHandle?: string): Authenticator {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const rawId = randomBytes(32);
  const id = rawId.toString('base64url');
  const shown = { id, rawId: id, type: 'public-key', clientExtensionResults: {} };
  return {
    id,
    count: 0,
    register(asked, bend = {}) {
      const client = clientData('webauthn.create', asked, bend);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(rawId.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, rawId, coseKey(pair.publicKey)]);
      const data = Buffer.concat([head(this.count, bend, CREDENTIAL_INCLUDED), attested]);
      const response = {
        clientDataJSON: client.toString('base64url'),
        attestationObject: attestation(data).toString('base64url'),
        transports: ['internal'],
      };
      return { ...shown, authenticatorAttachment: 'platform', response };
    },
    signIn(asked, bend = {}) {
      this.count += 1;
      const client = clientData('webauthn.get', asked, bend);
      const data = head(this.count, bend, 0);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: bend.signature ?? sign('sha256', signed, pair.privateKey).toString('base64url'),
        userHandle: bend.user_handle ?? userHandle ?? null,
      };
      return { ...shown, response };
    },
  };
}

function clientData(type: string, asked: Asked, bend: Bend): Buffer {
  const { challenge, origin } = asked;
  return Buffer.from(JSON.stringify({ type: bend.type ?? type, challenge, origin, crossOrigin: false }));
}

function head(count: number, bend: Bend, extra: number): Buffer {
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(count);
  const flags = USER_PRESENT | ((bend.verified ?? true) ? USER_VERIFIED : 0) | extra;
  const rp = createHash('sha256')
    .update(bend.rp_id ?? 'localhost')
    .digest();
  return Buffer.concat([rp, Buffer.from([flags]), counter]);
}

// CBOR by hand: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}.
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const bytes = (text: string) => Buffer.concat([Buffer.from([0x58, 0x20]), Buffer.from(text, 'base64url')]);
  const start = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]);
  return Buffer.concat([start, bytes(x), Buffer.from([0x22]), bytes(y)]);
}

// {"fmt": "none", "attStmt": {}, "authData": data}.
function attestation(data: Buffer): Buffer {
  const text = (word: string) => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)]);
  const parts = [Buffer.from([0xa3]), text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0])];
  const length = Buffer.from([0x58, data.length]);
  return Buffer.concat([...parts, text('authData'), length, data]);
}
