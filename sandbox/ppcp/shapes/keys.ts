import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { issueCertificate } from '../../machine/store/certificate.ts';
import { privatePem, provideKeys, tenYears } from '../../machine/store/keys.ts';
import type { Db } from '../../machine/store/sql.ts';

const NAME = 'messageverificationcerts.sandbox';
const generate = promisify(generateKeyPair);

/** The provider's own secrets and certificate; made once, then kept in its database. */
export interface SigningKeys {
  /** Signs access tokens. */
  token_secret: string;
  /** Signs webhooks; the certificate is served under its id. */
  signing_key: string;
  signing_certificate: string;
  certificate_id: string;
}

/** Reads the provider's keys, or makes them at the first start. */
export async function provideSigningKeys(db: Db): Promise<SigningKeys> {
  return provideKeys(db, 'provider', makeKeys);
}

async function makeKeys(): Promise<SigningKeys> {
  const signing = await generate('rsa', { modulusLength: 2048 });
  return {
    token_secret: randomBytes(32).toString('hex'),
    signing_key: privatePem(signing.privateKey),
    signing_certificate: issueCertificate({
      subject: NAME,
      issuer: NAME,
      publicKey: signing.publicKey,
      signer: signing.privateKey,
      ...tenYears(),
    }),
    certificate_id: `CERT-${randomBytes(4).toString('hex')}-${randomBytes(4).toString('hex')}`,
  };
}
