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

/** What fields mean. */
export const NOTES = {
  'Activation.password':
    'At least 8 characters with an upper case letter, a lower case letter and a digit; at most 72 bytes ' +
    'in UTF-8.',
  'Activated.key': 'The first key of the channel.',
  'Activated.base_url': 'Where the key is good.',
  'OwnerSession.session_token': 'The credential of the owner, to be sent as a bearer token.',
  'OwnerSessionEnded.ended': 'Always true: the token is good no more.',
  'DeviceRecovery.recovery_url':
    'Where the owner signs in by password, once, and lost passkeys end. Hand it over on a way that only they read.',
  'Passkey.name': 'What its owner calls it.',
  'PasskeyOptions.challenge': 'What the passkey signs; beside it stands whatever else the browser is handed.',
  'NewPasskey.credential': 'What the browser made, as `PublicKeyCredential.toJSON()` writes it.',
  'NewPasskey.name': 'What to call it.',
  'NewPasskey.credential.id': 'The passkey’s id, as the browser has it.',
  'NewPasskey.credential.rawId': 'The same id.',
  'NewPasskey.credential.type': 'The one kind there is.',
  'NewPasskey.credential.authenticatorAttachment': 'Whether it lies in this device or in another.',
  'NewPasskey.credential.clientExtensionResults': 'What extensions of the browser answered.',
  'NewPasskey.credential.response': 'What the authenticator answered.',
  'NewPasskey.credential.response.clientDataJSON': 'What was signed: the challenge and the page that asked.',
  'NewPasskey.credential.response.attestationObject': 'The new public key and what vouches for it.',
  'NewPasskey.credential.response.authenticatorData':
    'What the authenticator says of itself and of the person.',
  'NewPasskey.credential.response.publicKey': 'The new public key once more.',
  'NewPasskey.credential.response.publicKeyAlgorithm': 'The COSE number of its algorithm.',
  'NewPasskey.credential.response.transports': 'How the authenticator can be reached.',
  'PasskeySignIn.credential.response.signature': 'The signature over both.',
  'PasskeySignIn.credential.response.userHandle': 'Whose passkey it is.',
  'Activated.recoverable_until': 'Until when the same call with the same password answers the same key.',
  'Passkey.last_used_at': 'When it signed in last; null before.',
} as const satisfies Notes;
