import { createHash, randomBytes } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const OWN_UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[78][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const SESSION_ID = /^cs_[0-9A-Za-z]{27}$/;
const EVENT_ID = /^evt_[0-9a-f]{32}$/;
const ENDPOINT_ID = /^we_[0-9a-f]{32}$/;
const API_KEY = /^sk_(test|live)_[0-9A-Za-z]{49}$/;

/** No row has it, and every other stands behind it: where a walk through ids begins. */
export const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000';
/** The same at the other end. */
export const BEHIND_ALL_IDS = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

// Ids of one millisecond count on in the twelve bits behind the time, so that those of a process sort as they were
// made; the first takes a random start in the lower half, which leaves room.
const COUNTER_MAX = 0xfff;
let latest = { at: -1, counter: 0 };

/** A UUIDv7 whose time is `at`: rows sort, and partition, by when they came to be. */
export function uuidAt(at: Date): string {
  const bytes = randomBytes(16);
  const time = at.getTime();
  const isSame = time === latest.at && latest.counter < COUNTER_MAX;
  latest = { at: time, counter: isSame ? latest.counter + 1 : bytes.readUInt16BE(6) & (COUNTER_MAX >> 1) };
  bytes.writeUIntBE(time, 0, 6);
  bytes.writeUInt16BE(0x7000 | latest.counter, 6);
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return hyphenated(bytes);
}

/** The UUIDv8 that these parts always lead to, in this order: who forgot it finds it again. */
export function uuidFrom(...parts: readonly string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return hyphenated(bytes);
}

/** When a UUIDv7 was made; null for another text. */
export function madeAtOf(id: string): Date | null {
  return UUID_V7.test(id) ? new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)) : null;
}

/** The least UUIDv7 of a millisecond: those of earlier ones stand before it. */
export function firstUuidAt(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`;
}

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Whether it has the form of the ids that are made here: by the clock, or derived. */
export function isOwnId(text: string): boolean {
  return OWN_UUID.test(text);
}

/** A checkout session id: a capability of 160 random bits that tells nothing about when or for whom. */
export function newSessionId(): string {
  return `cs_${toBase62(randomBytes(20), 27)}`;
}

export function isSessionId(text: string): boolean {
  return SESSION_ID.test(text);
}

/** Event and endpoint ids are UUIDv7 with a prefix on the wire and a plain uuid in the database. */
export function eventIdOf(uuid: string): string {
  return `evt_${uuid.replaceAll('-', '')}`;
}

export function endpointIdOf(uuid: string): string {
  return `we_${uuid.replaceAll('-', '')}`;
}

/** The uuid inside an `evt_` or `we_` id, or null when the text is not of that form. */
export function uuidOf(prefixed: string): string | null {
  if (!EVENT_ID.test(prefixed) && !ENDPOINT_ID.test(prefixed)) return null;
  const hex = prefixed.slice(prefixed.indexOf('_') + 1);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** A secret of 256 random bits with a six-character checksum, so that a mistyped key is told from a revoked one
 *  by its holder without asking the service. */
export function newApiKey(environment: 'test' | 'live'): string {
  const secret = toBase62(randomBytes(32), 43);
  return `sk_${environment}_${secret}${checksumOf(secret)}`;
}

/** The environment that an API key is of, by its own word; null for a bearer of another form, which every other secret has. */
export function environmentOfKey(bearer: string): 'test' | 'live' | null {
  const environment = API_KEY.exec(bearer)?.[1];
  return environment === 'test' || environment === 'live' ? environment : null;
}

/** An opaque bearer secret of 256 random bits: activation links, owner sessions, dashboard tokens. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a bearer secret. 256 random bits need no slow hash. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest();
}

function hyphenated(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

function checksumOf(secret: string): string {
  return toBase62(createHash('sha256').update(secret).digest().subarray(0, 4), 6);
}

function toBase62(bytes: Uint8Array, width: number): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  while (text.length < width) {
    text = BASE62[Number(rest % 62n)]! + text;
    rest /= 62n;
  }
  return text;
}
