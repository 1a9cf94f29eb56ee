import { hkdfSync, type KeyObject } from 'node:crypto';
import { deriveKey, seal, unseal } from './seal.ts';

const ID_BYTES = 4;

/** The keys of a deployment for one purpose: what is new is sealed with the first, and each of them opens. */
export interface Keyring {
  readonly sealing: NamedKey;
  readonly all: readonly NamedKey[];
}

interface NamedKey {
  /** Tells keys apart and tells nothing of them. */
  readonly id: string;
  readonly key: KeyObject;
}

/** A secret as its row keeps it. The id says which key is tried first; null where nobody wrote it down. */
export interface Sealed {
  readonly sealed: Buffer;
  readonly key_id: string | null;
}

/** The key that seals, of `sealing`, and those that open besides, for what was sealed before a change of keys or by a
 *  process that has changed already. */
export function keyringOf(purpose: string, sealing: string, others: readonly string[]): Keyring {
  const named = [sealing, ...others].map((secret) => ({
    id: Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `${purpose}, its id`, ID_BYTES)).toString(
      'hex',
    ),
    key: deriveKey(secret, purpose),
  }));
  return { sealing: named[0]!, all: named };
}

/** Seals for the row that `bound` names. */
export function sealWith(ring: Keyring, plain: string, bound: string): Sealed & { key_id: string } {
  const { id, key } = ring.sealing;
  return { sealed: seal(key, plain, bound), key_id: id };
}

/** Opens what any key of the ring has sealed for the row that `bound` names. Throws when none of them has, or a byte has
 *  changed. */
export function openWith(ring: Keyring, { sealed, key_id }: Sealed, bound: string): string {
  // The id is a hint: a release that knows of none seals anew and leaves it as it was.
  const likely = ring.all.find(({ id }) => id === key_id) ?? ring.sealing;
  for (const { key } of [likely, ...ring.all.filter((named) => named !== likely)]) {
    try {
      return unseal(key, sealed, bound);
    } catch {
      // Of another key, or of none.
    }
  }
  throw new Error(`None of the keys ${ring.all.map(({ id }) => id).join(', ')} opens ${bound}.`);
}

/** The same secret under the key that seals now; null where it is already. Throws like `openWith`. */
export function sealAnew(ring: Keyring, value: Sealed, bound: string): (Sealed & { key_id: string }) | null {
  const isNamed = value.key_id === ring.sealing.id;
  if (isNamed && opens(ring.sealing, value, bound)) return null;
  return sealWith(ring, openWith(ring, value, bound), bound);
}

function opens({ key }: NamedKey, { sealed }: Sealed, bound: string): boolean {
  try {
    unseal(key, sealed, bound);
    return true;
  } catch {
    return false;
  }
}
