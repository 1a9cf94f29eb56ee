import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { issueCertificate } from '../machine/store/certificate.ts';
import { privatePem, provideKeys, tenYears } from '../machine/store/keys.ts';
import type { Db } from '../machine/store/sql.ts';

export const RECEIVER_HOST = 'receiver.sandbox.test';

const AUTHORITY = 'Sandbox receivers CA';
const generate = promisify(generateKeyPair);

/** TLS of the receivers, by an authority of their own. */
interface ReceiverKeys {
  receiver_key: string;
  receiver_certificate: string;
  receiver_ca: string;
}

/** Reads the receivers' keys, or makes them at the first start. */
export async function provideReceiverKeys(db: Db): Promise<ReceiverKeys> {
  return provideKeys(db, 'receivers', makeKeys);
}

async function makeKeys(): Promise<ReceiverKeys> {
  const [authority, receiver] = await Promise.all([
    generate('ec', { namedCurve: 'P-256' }),
    generate('ec', { namedCurve: 'P-256' }),
  ]);
  const validity = tenYears();
  return {
    receiver_key: privatePem(receiver.privateKey),
    receiver_certificate: issueCertificate({
      subject: RECEIVER_HOST,
      issuer: AUTHORITY,
      publicKey: receiver.publicKey,
      signer: authority.privateKey,
      host: RECEIVER_HOST,
      ...validity,
    }),
    receiver_ca: issueCertificate({
      subject: AUTHORITY,
      issuer: AUTHORITY,
      publicKey: authority.publicKey,
      signer: authority.privateKey,
      authority: true,
      ...validity,
    }),
  };
}
