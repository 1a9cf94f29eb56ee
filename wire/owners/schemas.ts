import { Type } from 'typebox';
import type { Notes } from '../notes.ts';
import { closed, DateTime, Email, nullable, oneOf } from '../shapes.ts';

const Password = Type.String({ maxLength: 1_000 });

export const Activation = Type.Object({ password: Password }, closed);
export const Activated = Type.Object(
  { key: Type.String(), base_url: Type.String(), channel_id: Type.String(), recoverable_until: DateTime },
  closed,
);

export const OwnerSignIn = Type.Object({ email: Email, password: Password }, closed);
export const OwnerSession = Type.Object({ session_token: Type.String(), expires_at: DateTime }, closed);
export const OwnerSessionEnded = Type.Object({ ended: Type.Boolean() }, closed);

export const DeviceRecovery = Type.Object({ recovery_url: Type.String() }, closed);
export const RecoveryPassword = Type.Object({ password: Password }, closed);

export const Passkey = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    created_at: DateTime,
    last_used_at: nullable(Type.String({ description: 'ISO 8601, UTC' })),
  },
  closed,
);

/** The options are in the browser's own JSON form, for `PublicKeyCredential.parse…OptionsFromJSON`, whatever else it holds. */
export const PasskeyOptions = Type.Object({ challenge: Type.String() }, { additionalProperties: true });

// As `PublicKeyCredential.toJSON` writes them: binary values in base64url.
const Binary = Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength: 16_384 });
const credential = {
  id: Binary,
  rawId: Binary,
  type: oneOf(['public-key']),
  authenticatorAttachment: Type.Optional(nullable(Type.String({ maxLength: 40 }))),
  clientExtensionResults: Type.Optional(Type.Object({})),
};

const Attestation = Type.Object(
  {
    clientDataJSON: Binary,
    attestationObject: Binary,
    authenticatorData: Type.Optional(Binary),
    publicKey: Type.Optional(Binary),
    publicKeyAlgorithm: Type.Optional(Type.Integer()),
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 })),
  },
  closed,
);
export const NewPasskey = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
    credential: Type.Object({ ...credential, response: Attestation }, closed),
  },
  closed,
);

const Assertion = Type.Object(
  {
    clientDataJSON: Binary,
    authenticatorData: Binary,
    signature: Binary,
    userHandle: Type.Optional(nullable(Binary)),
  },
  closed,
);
export const PasskeySignIn = Type.Object(
  { credential: Type.Object({ ...credential, response: Assertion }, closed) },
  closed,
);

/** What fields mean, where their names do not say it all. */
export const NOTES = {
  'Activation.password':
    'At least 8 characters with an upper case letter, a lower case letter and a digit; at most 72 bytes ' +
    'in UTF-8.',
} as const satisfies Notes;
