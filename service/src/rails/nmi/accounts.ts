import { exponentOf } from '../../lib/currency.ts';
import { type Minor, minor } from '../../lib/money.ts';
import type { AccountsFacet } from '../rail.ts';
import { DECIMALS } from './amount.ts';
import { apiBase, ofForm, readMembers } from '../read-members.ts';

// The key for browsers is written in groups, or says that it is public. That is how it is told from the secret one, which must
// never stand on a page.
const PUBLIC_KEY = /^(?:[A-Za-z0-9]{6}(?:-[A-Za-z0-9]{6}){3}|[a-z0-9]+_public_[A-Za-z0-9]{8,100})$/;
const SECURITY_KEY = /^[A-Za-z0-9_]{16,128}$/;
const SIGNING_KEY = /^[\x21-\x7e]{8,255}$/;

/** An account of the gateway, known by its keys alone. */
export const NMI_ACCOUNTS: AccountsFacet = {
  takes: ({ amount, currency }) => (amount % stepOf(currency) === 0 ? 'yes' : 'inexact'),
  stepOf,
  read: (given, environment) => {
    const read = readMembers(given, {
      required: {
        security_key: securityKey,
        tokenization_key: ofForm(PUBLIC_KEY, 'a public tokenization key is needed'),
        webhook_signing_key: ofForm(SIGNING_KEY, 'the key that notices are signed with is needed'),
      },
      optional: { api_base: apiBase(environment) },
    });
    if (read.kind === 'bad') return read;
    const { security_key, webhook_signing_key, ...shown } = read.members;
    const secrets = { security_key, webhook_signing_key };
    const known_by = shown.tokenization_key;
    return { kind: 'read', credentials: { provider_account: null, known_by, shown: { ...shown }, secrets } };
  },
};

function securityKey(text: string): string | null {
  return SECURITY_KEY.test(text) && !PUBLIC_KEY.test(text) ? null : 'the secret security key is needed';
}

// A third decimal is never told.
function stepOf(currency: string): Minor {
  return minor(Math.max(1, 10 ** ((exponentOf(currency) ?? 0) - DECIMALS)));
}
