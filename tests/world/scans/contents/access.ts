import { id } from '../made-ids.ts';
import { type Contents, CHANNEL, hash, LATER } from './values.ts';

/** Who calls and for whom, and what they did. */
export const ACCESS: Contents = [
  ['channels (id, name, created_at)', `${id('channel')}, 'grown', now()`],
  [
    'channel_terms (id, channel_id, version, type, description, fee_share_basis_points, created_at)',
    `${id('other')}, ${id('channel')}, 1, 'fee_share', 'grown', 100, now()`,
  ],
  [
    'merchants (id, channel_id, business_name, email, email_folded, country_code, created_at)',
    `${id('merchant')}, ${CHANNEL}, 'grown', i || '@grown.example', i || '@grown.example', 'US', now()`,
  ],
  [
    'api_keys (id, channel_id, merchant_id, name, prefix, hash, created_at)',
    `${id('other')}, case when i % 2 = 0 then ${CHANNEL} end, case when i % 2 = 1 then ${id('merchant')} end,
      'grown', 'sk_test_', ${hash('key')}, now()`,
  ],
  [
    'owners (id, channel_id, email, created_at)',
    `${id('owner')}, ${id('channel')}, i || '@grown.example', now()`,
  ],
  [
    'invitations (id, owner_id, token_hash, expires_at, created_at)',
    `${id('other')}, ${id('owner')}, ${hash('invitation')}, now(), now()`,
  ],
  [
    'owner_sessions (id, owner_id, token_hash, passkey_shown, created_at, expires_at)',
    `${id('session')}, ${id('owner')}, ${hash('session')}, false, ${LATER}, ${LATER}`,
  ],
  [
    'passkeys (id, owner_id, credential_id, public_key, sign_count, transports, name, created_at)',
    `${id('other')}, ${id('owner')}, 'grown' || i, '', 0, '{}', 'grown', now()`,
  ],
  [
    'passkey_challenges (challenge_hash, session_id, expires_at)',
    `${hash('challenge')}, ${id('session')}, ${LATER}`,
  ],
  [
    'device_recoveries (id, owner_id, token_hash, created_at, expires_at)',
    `${id('other')}, ${id('owner')}, ${hash('recovery')}, now(), now()`,
  ],
  [
    'dashboard_users (id, merchant_id, email, permissions, created_at)',
    `${id('user')}, ${id('merchant')}, i || '@grown.example', '{}', now()`,
  ],
  [
    'dashboard_invitations (id, user_id, token_hash, created_at, expires_at)',
    `${id('other')}, ${id('user')}, ${hash('invitation')}, now(), now()`,
  ],
  [
    'dashboard_tokens (id, user_id, token_hash, created_at, expires_at)',
    `${id('other')}, ${id('user')}, ${hash('token')}, now(), ${LATER}`,
  ],
  ['budget_windows (subject, operation, started_at, used)', `'grown' || i, 'sessions.read', now(), 1`],
  [
    'audit_entries (id, actor, action, subject, created_at)',
    `${id('other')}, 'operator', 'channel.created', 'grown', now()`,
  ],
];
