import { createPrivateKey } from 'node:crypto';
import { minor } from '../../lib/money.ts';
import type { AccountsFacet } from '../rail.ts';
import { apiBase, ofForm, readMembers } from '../read-members.ts';

const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9])?$/;
// In minor units, whatever the currency.
const AMOUNT_MAX = 99_999_999;
// Printable, and no PEM: a private key in its place would be shown to nobody, and sign nothing.
const SECRET = /^(?!-----)[\x21-\x7e]{8,255}$/;

/** A merchant account of an instance; the platform signs with a key that the instance knows. */
export const GRAVY_ACCOUNTS: AccountsFacet = {
  takes: ({ amount }) => (amount <= AMOUNT_MAX ? 'yes' : 'too_large'),
  stepOf: () => minor(1),
  read: (given, environment) => {
    const read = readMembers(given, {
      required: {
        instance_id: ofForm(NAME, 'the id of an instance is needed'),
        merchant_account_id: ofForm(NAME, 'the id of a merchant account is needed'),
        private_key: privateKey,
        webhook_secret: ofForm(SECRET, 'the secret that notices are signed with is needed'),
      },
      optional: { api_base: apiBase(environment) },
    });
    if (read.kind === 'bad') return read;
    const { private_key, webhook_secret, ...shown } = read.members;
    const provider_account = `${shown.instance_id}/${shown.merchant_account_id}`;
    return {
      kind: 'read',
      credentials: { provider_account, shown: { ...shown }, secrets: { private_key, webhook_secret } },
    };
  },
};

// Tokens are signed with ES512, which is of this one curve.
function privateKey(text: string): string | null {
  const wrong = 'a private key on the curve P-521 is needed, as PEM';
  if (text.length > 4_000) return wrong;
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(text);
    return asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'secp521r1' ? null : wrong;
  } catch {
    return wrong;
  }
}
