import { Refusal, type RefusalName } from '../../refusals.ts';
import type { Credential, Guard, Scope } from '../../scope.ts';
import type { AdmittedKey } from './queries.ts';

/** What a known credential may touch in an operation. Refuses a credential of the wrong kind, a permission that the
 *  dashboard user lacks, an inactive channel (but to people who read), and a merchant that is not the caller's. */
export function scopeOf(operation: Guard, key: AdmittedKey): Scope {
  const credential = kindOf(operation, key);
  if (!operation.accepts.includes(credential)) throw new Refusal(wrongCredential(operation, credential));
  if (!isPermitted(operation, key)) throw new Refusal('permission_required');
  if (!key.channel_active && !mayRead(operation, credential)) throw new Refusal('channel_inactive');
  if (credential === 'channel')
    return { kind: 'channel', key_id: key.key_id, channel_id: key.key_channel_id! };
  if (!key.merchant) throw new Refusal('merchant_not_found');
  return { kind: 'merchant', via: VIA[credential], credential_id: key.key_id, ...key.merchant };
}

// People of a merchant may look at what was sold before; only their channel's programs are shut out.
function mayRead(operation: Guard, credential: Kind): boolean {
  return credential === 'dashboard' && operation.method === 'GET';
}

type Kind = Extract<Credential, 'channel' | 'channel_merchant' | 'merchant' | 'dashboard'>;

const VIA = {
  channel_merchant: 'channel_key',
  merchant: 'merchant_key',
  dashboard: 'dashboard',
} as const;

function kindOf(operation: Guard, key: AdmittedKey): Kind {
  if (key.permissions !== null) return 'dashboard';
  if (key.key_merchant_id !== null) return 'merchant';
  return operation.accepts.includes('channel') ? 'channel' : 'channel_merchant';
}

// Keys may do all that their operations accept; permissions are for people.
function isPermitted(operation: Guard, key: AdmittedKey): boolean {
  const { permission } = operation;
  return permission === undefined || key.permissions === null || key.permissions.includes(permission);
}

function wrongCredential(operation: Guard, presented: Credential): RefusalName {
  return presented === 'merchant' || operation.accepts.includes('channel')
    ? 'channel_key_required'
    : 'merchant_key_required';
}
