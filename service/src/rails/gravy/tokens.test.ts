import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { createTokens } from './tokens.ts';

const { privateKey: private_key } = generateKeyPairSync('ec', {
  namedCurve: 'P-521',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const claims = { scopes: ['embed'], seconds: 60 };
const seller = (pem: string) => ({
  ...{ account_id: 'one', provider_account: 'one/shop', shown: {} },
  secrets: { private_key: pem },
});

test('a key that cannot be opened is in nobody’s way once the account has another', async () => {
  const tokens = createTokens({ wall: () => new Date() });
  await expect(tokens.sign(seller('no key'), claims)).rejects.toThrow();
  expect((await tokens.sign(seller(private_key), claims)).token).toMatch(/^ey/);
});
