import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const LENGTH_MIN = 8;
const BYTES_MAX = 72;
const COST: PasswordCost = { memory_kib: 19_456, passes: 2 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;
const HASHES_AT_ONCE_MAX = 4;
const WAITING_MAX = 200;

const STORED = /^argon2id\$m=(\d{1,7}),t=(\d{1,3}),p=1\$([A-Za-z0-9+/=]{16,})\$([A-Za-z0-9+/=]{16,})$/;

const derive = promisify(argon2);

/** What does not hold of a new password. */
interface PasswordProblem {
  type: string;
  msg: string;
  ctx?: Record<string, unknown>;
}

/** What it takes to hash a password, and so to guess one. Less than in service is for tests alone. */
export interface PasswordCost {
  memory_kib: number;
  passes: number;
}

/** More passwords wait to be judged than will be in good time; nothing was judged. */
export class PasswordsBusy extends Error {
  readonly code = 'PASSWORDS_BUSY';
}

/** What is wrong with a new password, or null: at least 8 characters with an upper-case letter, a lower-case letter
 *  and a digit, at most 72 bytes of UTF-8. */
export function passwordProblem(password: string): PasswordProblem | null {
  if ([...password].length < LENGTH_MIN) {
    const msg = `String should have at least ${LENGTH_MIN} characters`;
    return { type: 'string_too_short', msg, ctx: { min_length: LENGTH_MIN } };
  }
  if (Buffer.byteLength(password, 'utf8') > BYTES_MAX) {
    return { type: 'value_error', msg: `Value error, password must be at most ${BYTES_MAX} bytes` };
  }
  const complete = /\p{Lu}/u.test(password) && /\p{Ll}/u.test(password) && /\p{Nd}/u.test(password);
  if (complete) return null;
  const msg = 'Value error, password needs an uppercase letter, a lowercase letter and a digit';
  return { type: 'value_error', msg };
}

/** Hashes a password with Argon2id. The text returned holds the parameters and the salt, so that stronger ones can
 *  be chosen later and what is stored still opens. */
export async function hashPassword(password: string, cost = COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await tagOf(password, { salt, memory: cost.memory_kib, passes: cost.passes });
  return storedText(cost, salt, tag);
}

function storedText(cost: PasswordCost, salt: Buffer, tag: Buffer): string {
  const { memory_kib, passes } = cost;
  return `argon2id$m=${memory_kib},t=${passes},p=1$${salt.toString('base64')}$${tag.toString('base64')}`;
}

/** Whether this is the password of somebody who may not exist: null is nobody's, and takes as long to refuse. */
export async function verifyPasswordOf(
  stored: string | null,
  password: string,
  cost = COST,
): Promise<boolean> {
  // Stands in where there is no password, so that the answer takes as long as for one that is wrong.
  const decoy = storedText(cost, randomBytes(SALT_BYTES), randomBytes(TAG_BYTES));
  return (await verifyPassword(password, stored ?? decoy)) && stored !== null;
}

/** Whether this is the password that was hashed. False for anything that `hashPassword` did not make. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const match = STORED.exec(stored);
  if (!match) return false;
  const [memory, passes] = [Number(match[1]), Number(match[2])];
  const expected = Buffer.from(match[4]!, 'base64');
  const actual = await tagOf(password, { salt: Buffer.from(match[3]!, 'base64'), memory, passes });
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

// Each hash takes 19 MiB and a thread; more than a few at once would starve everything else that uses threads. One
// that ends hands its place to the one that has waited longest.
let running = 0;
const waiting: (() => void)[] = [];

async function tagOf(
  password: string,
  how: { salt: Buffer; memory: number; passes: number },
): Promise<Buffer> {
  if (waiting.length >= WAITING_MAX) throw new PasswordsBusy();
  if (running >= HASHES_AT_ONCE_MAX) await new Promise<void>((enter) => waiting.push(enter));
  else running += 1;
  try {
    return await derive('argon2id', {
      message: Buffer.from(password, 'utf8'),
      nonce: how.salt,
      parallelism: 1,
      tagLength: TAG_BYTES,
      memory: how.memory,
      passes: how.passes,
    });
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
