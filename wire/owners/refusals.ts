import type { Refusals } from '../refusal.ts';

export const OWNER_REFUSALS = {
  activation_not_found: [404, 'Activation link not found'],
  activation_gone: [410, 'Activation link is no longer valid'],
  password_wrong: [401, 'Wrong password'],
  sign_in_failed: [401, 'Wrong email or password'],
  owner_not_found: [404, 'Owner not found'],
  passkeys_unavailable: [409, 'Passkeys need a base address with a domain name and https'],
  passkey_required: [403, 'Sign in with a passkey to change the passkeys of this account'],
  passkey_refused: [401, 'The passkey could not be verified'],
  passkey_not_found: [404, 'Passkey not found'],
  passkey_taken: [409, 'This passkey is already registered'],
  too_many_passkeys: [400, 'An owner can register at most 10 passkeys'],
  recovery_not_found: [404, 'Recovery link not found'],
  recovery_gone: [410, 'Recovery link is no longer valid'],
} as const satisfies Refusals;
