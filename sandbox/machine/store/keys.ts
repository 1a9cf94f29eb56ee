import { generateKeyPair, randomBytes, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { type Db, inTransaction, type Tx } from './sql.ts';
import { issueCertificate } from './certificate.ts';
import { insertRecord, lockKey, readRecord } from './records.ts';

export const RECEIVER_HOST = 'receiver.sandbox.test';

const VALID_YEARS = 10;
const generate = promisify(generateKeyPair);

/** The provider's own secrets and certificates; made once, then kept in its database. */
export interface ProviderKeys {
  /** Signs access tokens. */
  token_secret: string;
  /** Signs webhooks; the certificate is served under its id. */
  signing_key: string;
  signing_certificate: string;
  certificate_id: string;
  /** TLS of the receivers. */
  receiver_key: string;
  receiver_certificate: string;
  receiver_ca: string;
}

/** Reads the keys, or makes them at the first start. */
export async function provideKeys(db: Db): Promise<ProviderKeys> {
  const kept = await readRecord(db, 'key', 'provider');
  if (kept !== null) return kept as unknown as ProviderKeys;
  const made = await makeKeys();
  return inTransaction(db, async (tx: Tx) => {
    await lockKey(tx, 'keys');
    await insertRecord(tx, 'key', 'provider', { ...made });
    return (await readRecord(tx, 'key', 'provider')) as unknown as ProviderKeys;
  });
}

async function makeKeys(): Promise<ProviderKeys> {
  const [signing, authority, receiver] = await Promise.all([
    generate('rsa', { modulusLength: 2048 }),
    generate('ec', { namedCurve: 'P-256' }),
    generate('ec', { namedCurve: 'P-256' }),
  ]);
  const validity = tenYears();
  return {
    token_secret: randomBytes(32).toString('hex'),
    signing_key: privatePem(signing.privateKey),
    signing_certificate: issueCertificate({
      subject: 'messageverificationcerts.sandbox',
      issuer: 'messageverificationcerts.sandbox',
      publicKey: signing.publicKey,
      signer: signing.privateKey,
      ...validity,
    }),
    certificate_id: `CERT-${randomBytes(4).toString('hex')}-${randomBytes(4).toString('hex')}`,
    receiver_key: privatePem(receiver.privateKey),
    receiver_certificate: issueCertificate({
      subject: RECEIVER_HOST,
      issuer: 'Sandbox receivers CA',
      publicKey: receiver.publicKey,
      signer: authority.privateKey,
      host: RECEIVER_HOST,
      ...validity,
    }),
    receiver_ca: issueCertificate({
      subject: 'Sandbox receivers CA',
      issuer: 'Sandbox receivers CA',
      publicKey: authority.publicKey,
      signer: authority.privateKey,
      authority: true,
      ...validity,
    }),
  };
}

// TLS stacks judge validity by the wall clock, so the movable clock has no say here.
function tenYears(): { notBefore: Date; notAfter: Date } {
  const notBefore = new Date();
  notBefore.setUTCDate(notBefore.getUTCDate() - 1);
  const notAfter = new Date(notBefore);
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + VALID_YEARS);
  return { notBefore, notAfter };
}

function privatePem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}
